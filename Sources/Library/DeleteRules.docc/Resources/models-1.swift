import SwiftData

@Model class Album {
  var title: String
  @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []

  init(title: String) { self.title = title }
}

@Model class Photo {
  var name: String
  var album: Album?

  init(name: String) { self.name = name }
}
