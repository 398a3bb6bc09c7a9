import Workloads

// Runs the small-graph kernel: W6 SIZE, one line of JSON.
guard CommandLine.arguments.count == 3 else { fatalError("usage: kernel W6 SIZE") }
var work = workload_generate(CommandLine.arguments[1], CommandLine.arguments[2])
do {
  var benchmark = try KernelBenchmark(work)
  var result = try benchmark.run(work)
  finish(&work, &result)
} catch {
  wrong("\(error)")
}
