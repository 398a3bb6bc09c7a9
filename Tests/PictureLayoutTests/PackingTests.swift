import Testing

@testable import PictureLayout

@Suite("Are the parts of a picture put side by side?")
struct PackingTests {
  @Test("No two are closer than the gap, in any direction", arguments: 0..<40)
  func gaps(seed: Int) {
    var numbers = SeededNumbers(seed: seed)
    let gap = 4
    let sizes = (0..<12).map { _ in
      Size(
        width: Int.random(in: 1...40, using: &numbers),
        height: Int.random(in: 1...40, using: &numbers))
    }
    let packing = Packing(sizes, width: 90, gap: gap)
    for one in sizes.indices {
      let (origin, size) = (packing.origins[one], sizes[one])
      #expect(origin.x >= 0 && origin.x + size.width <= packing.size.width)
      #expect(origin.y >= 0 && origin.y + size.height <= packing.size.height)
      for other in sizes.indices where other < one {
        let (next, its) = (packing.origins[other], sizes[other])
        let isApart =
          origin.x + size.width + gap <= next.x || next.x + its.width + gap <= origin.x
          || origin.y + size.height + gap <= next.y || next.y + its.height + gap <= origin.y
        #expect(isApart, "\(origin) \(size) and \(next) \(its)")
      }
    }
  }
}
