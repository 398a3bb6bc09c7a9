import CompiledOnce

/// The layers of the labels, between those of the boxes, if there are labels.
struct LabelPlaces {
  /// The new layer of each original layer of boxes.
  let boxLayers: [Int]
  /// The layer of the label of each line, if it has one and does not lead from a box to itself.
  let labelLayers: [Int?]

  /// Finds layers with room for the labels.
  init(lines: [LayoutGraph.Line], layering: [Int]) {
    let count = (layering.max() ?? 0) + 1
    // What is below a layer of boxes and above the next.
    var widths = Array(repeating: 0, count: count)
    var places: [Int?] = lines.map { _ in nil }
    // Short lines first: they cannot choose where their labels are.
    let order = lines.indices.map { line in
      (span: abs(layering[lines[line].from] - layering[lines[line].to]), line: line)
    }
    for (span, line) in order.sorted(by: <) where span > 0 {
      guard let label = lines[line].label else { continue }
      let first = min(layering[lines[line].from], layering[lines[line].to])
      let middle = 2 * first + span - 1
      let place = (first..<(first + span)).min {
        (widths[$0], abs(2 * $0 - middle), $0) < (widths[$1], abs(2 * $1 - middle), $1)
      }
      guard let place else { continue }
      places[line] = place
      widths[place] += label.width + Gaps.label
    }
    var boxLayers: [Int] = []
    for layer in 0..<count {
      let hasLabels = layer > 0 && widths[layer - 1] > 0
      boxLayers.append((boxLayers.last ?? -1) + (hasLabels ? 2 : 1))
    }
    self.boxLayers = boxLayers
    labelLayers = places.map { $0.map { boxLayers[$0] + 1 } }
  }
}
