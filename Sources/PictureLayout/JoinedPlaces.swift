/// The sorted places of what each vertex of a layer is joined to: first all above, then all below.
struct JoinedPlaces {
  private var places: [Int] = []
  private var starts: [Int] = []

  /// Looks up the places around a layer.
  init(of layer: Int, in ordering: Ordering) {
    starts.reserveCapacity(2 * ordering.layers[layer].count + 1)
    starts.append(0)
    for vertex in ordering.layers[layer] {
      for adjacency in [ordering.graph.above, ordering.graph.below] {
        let first = places.count
        for other in adjacency[vertex] { places.append(ordering.places[other]) }
        places.sortTail(from: first)
        starts.append(places.count)
      }
    }
  }

  /// Returns the number of crossings with the first vertex left of the second, minus the number in
  /// the opposite order.
  func surplus(_ first: Int, _ second: Int) -> Int {
    count(2 * first, 2 * second) + count(2 * first + 1, 2 * second + 1)
  }

  private func count(_ first: Int, _ second: Int) -> Int {
    var count = 0
    var less = starts[second]
    var atMost = less
    let end = starts[second + 1]
    for index in starts[first]..<starts[first + 1] {
      let place = places[index]
      while less < end, places[less] < place { less += 1 }
      while atMost < end, places[atMost] <= place { atMost += 1 }
      count += (less - starts[second]) - (end - atMost)
    }
    return count
  }
}
