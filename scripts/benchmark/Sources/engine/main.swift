import Workloads

// Runs the Swift engine: WORKLOAD SIZE, one line of JSON.
guard CommandLine.arguments.count == 3 else { fatalError("usage: engine WORKLOAD SIZE") }
var work = workload_generate(CommandLine.arguments[1], CommandLine.arguments[2])
do {
  var benchmark = try EngineBenchmark(work)
  var result = try benchmark.run()
  finish(&work, &result)
} catch {
  wrong("\(error)")
}
