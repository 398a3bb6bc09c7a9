import SwiftData
import SwiftUI

struct AlbumList: View {
  @Environment(\.modelContext) private var context
  @Query private var albums: [Album]

  var body: some View {
    List(albums) { album in
      Text(album.title).swipeActions {
        Button("Delete", role: .destructive) { context.delete(album) }
        Button("Empty") { empty(album) }
      }
    }
  }

  private func empty(_ album: Album) {
    for photo in album.photos { context.delete(photo) }
  }
}
