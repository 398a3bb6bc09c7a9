import DeleteRules
import Testing

@Test(arguments: try ModelMatrix(at: "App", recorded: "deletes.json").rows)
func delete(row: ModelMatrix.Row) {
  #expect(row.difference == nil)
}
