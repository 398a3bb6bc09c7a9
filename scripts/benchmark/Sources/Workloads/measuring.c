#include "measuring.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef __APPLE__
#include <mach/mach.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

uint64_t now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t resident_bytes(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
#ifdef __APPLE__
  mach_task_basic_info_data_t info;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count);
  return info.resident_size;
#else
  // This file is exact; that of statm is only brought up to date now and then.
  unsigned long long kilobytes = 0;
  char line[256];
  FILE *file = fopen("/proc/self/smaps_rollup", "r");
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "Rss: %llu", &kilobytes) == 1) break;
  if (file) fclose(file);
  return kilobytes * 1024;
#endif
}

void finish(const Workload *work, const Result *result) {
  if (work->course == COURSE_SCENARIOS)
    printf("{\"scenarios\":%" PRIu32 ",\"ns\":%" PRIu64, work->delete_count, result->delete_ns);
  else
    printf("{\"build_ns\":%" PRIu64 ",\"delete_ns\":%" PRIu64 ",\"bytes\":%" PRIu64,
           result->build_ns, result->delete_ns, result->bytes);
  printf(",\"survivors\":%" PRIu64 ",\"id_sum\":%" PRIu64 ",\"links\":%" PRIu64
         ",\"denied\":%" PRIu64 ",\"blockers\":%" PRIu64 "}\n",
         result->survivors, result->id_sum, result->links, result->denied, result->blockers);
  exit(fflush(stdout) ? 70 : 0);
}

void wrong(const char *what) {
  fprintf(stderr, "wrong: %s\n", what);
  exit(70);
}
