import SwiftData

@Model class Album {
  var title: String
  @Relationship(deleteRule: .nullify, inverse: \Photo.album) var photos: [Photo] = []

  init(title: String) { self.title = title }
}

@Model class Photo {
  var name: String
  var album: Album?
  @Relationship(inverse: \Tag.photos) var tags: [Tag] = []

  init(name: String) { self.name = name }
}

@Model class Tag {
  var name: String
  var photos: [Photo] = []

  init(name: String) { self.name = name }
}
