extension Ordering {
  /// Exchanges neighbours where fewer lines cross then, until none are left or it has been tried
  /// often.
  mutating func exchangeNeighbours(passes: Int) {
    for pass in 0..<passes {
      var improved = false
      for layer in pass % 2 == 0 ? Array(layers.indices) : layers.indices.reversed() {
        let joined = JoinedPlaces(of: layer, in: self)
        var order = Array(layers[layer].indices)
        var layerImproved = false
        for place in order.indices.dropLast()
        where joined.surplus(order[place], order[place + 1]) > 0 {
          order.swapAt(place, place + 1)
          layerImproved = true
        }
        guard layerImproved else { continue }
        improved = true
        reorder(layer, to: order)
      }
      if !improved { return }
    }
  }

  /// Moves each vertex to where in its layer the fewest lines cross.
  ///
  /// - Returns: Whether any moved.
  mutating func sift() -> Bool {
    var improved = false
    for layer in layers.indices where layers[layer].count > 1 {
      let joined = JoinedPlaces(of: layer, in: self)
      var order = Array(layers[layer].indices)
      var layerImproved = false
      for index in layers[layer].indices {
        guard let place = order.firstIndex(of: index) else { continue }
        var best = (gain: 0, place: place)
        var gain = 0
        for other in stride(from: place - 1, through: 0, by: -1) {
          gain += joined.surplus(order[other], index)
          if gain > best.gain { best = (gain, other) }
        }
        gain = 0
        for other in (place + 1)..<max(place + 1, order.count) {
          gain += joined.surplus(index, order[other])
          if gain > best.gain { best = (gain, other) }
        }
        guard best.gain > 0 else { continue }
        order.remove(at: place)
        order.insert(index, at: best.place)
        layerImproved = true
      }
      guard layerImproved else { continue }
      improved = true
      reorder(layer, to: order)
    }
    return improved
  }
}
