import Workloads

// Runs the classes: WORKLOAD SIZE, one line of JSON.
guard CommandLine.arguments.count == 3 else { fatalError("usage: classes WORKLOAD SIZE") }
var work = workload_generate(CommandLine.arguments[1], CommandLine.arguments[2])
var result = Result()
switch (work.forward.is_to_many, work.inverse.is_to_many) {
case (true, true): measure(work, &result) { PeerMock(work) }
case (true, false): measure(work, &result) { FamilyMock(work) }
default: measure(work, &result) { ChainMock(work) }
}
finish(&work, &result)
