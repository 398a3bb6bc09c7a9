import ObjectGraph

/// What the harness puts to the test: how frameworks are described and how a delete is planned.
///
/// The harness itself is tested by engines that are wrong on purpose.
package struct Engine: Sendable {
  /// Describes a framework.
  package var framework: @Sendable (Framework.Name) -> Framework
  /// Plans the deletion of objects.
  package var plan: Context.Planning

  package init(
    framework: @escaping @Sendable (Framework.Name) -> Framework = { .named($0) },
    plan: @escaping Context.Planning = { (graph, objects) throws(GraphError) in
      try graph.plan(deleting: objects)
    }
  ) {
    self.framework = framework
    self.plan = plan
  }
}
