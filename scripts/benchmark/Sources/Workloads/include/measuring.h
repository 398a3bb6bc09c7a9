// The clock, the scales and the one line that every competitor prints.
#ifndef MEASURING_H
#define MEASURING_H

#include <stdint.h>

#include "workloads.h"

typedef struct {
  uint64_t build_ns, delete_ns;
  uint64_t bytes;  // What the build added to the resident memory of the process.
  // What the competitors must agree on. In scenarios: the sums over all of them. Of plans: how many
  // objects they delete, cascades they name, links they take away, denials and blockers.
  uint64_t survivors, id_sum, links, denied, blockers;
} Result;

// Nanoseconds of CLOCK_MONOTONIC.
uint64_t now_ns(void);

// The resident memory of this process, with what was freed given back.
uint64_t resident_bytes(void);

// Prints one line of JSON and ends the program: releasing a million objects is measured by nobody.
_Noreturn void finish(const Workload *work, const Result *result);

// Ends the program: a competitor does not do what it should.
_Noreturn void wrong(const char *what);

#endif
