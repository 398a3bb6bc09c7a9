import SwiftData

struct AlbumList {
  @Environment(\.modelContext) var context

  func remove(_ album: Album, _ tag: Tag) throws {
    context.delete(album)
    context.delete(tag)
    try context.save()
  }
}
