// The floor: a static graph in compressed sparse rows, with a bitset and a worklist. It can be
// built once and only shrink; it knows no schema (`run` is specialised for each workload), has no
// rollback and checks nothing.
#include <stdlib.h>
#include <string.h>

#include "measuring.h"

#define NONE UINT32_MAX

// One end of the links. A to-one has `targets` by object; a to-many has rows in `targets` and
// counts what is left of each.
typedef struct {
  uint32_t *starts, *counts, *targets;
} Rows;

typedef struct {
  Rows forward, inverse;
  uint64_t *alive;
  uint32_t *worklist;
} Graph;

static void *allocate(uint64_t count, size_t size) {
  void *memory = malloc(count * size);
  if (!memory) wrong("no memory");
  return memory;
}

static inline bool is_alive(const Graph *graph, uint32_t object) {
  return graph->alive[object / 64] >> (object % 64) & 1;
}

static inline void kill(Graph *graph, uint32_t object) {
  graph->alive[object / 64] &= ~(UINT64_C(1) << (object % 64));
}

static void allocate_rows(const Workload *work, Rows *rows, bool is_to_many) {
  uint64_t objects = (uint64_t)work->object_count;
  if (!is_to_many) {
    rows->targets = allocate(objects, sizeof(uint32_t));
    return;
  }
  rows->starts = allocate(objects + 1, sizeof(uint32_t));
  rows->counts = allocate(objects, sizeof(uint32_t));
  rows->targets = allocate(work->link_count, sizeof(uint32_t));
}

static inline void fill_rows(const Workload *work, Rows *rows, bool is_to_many, bool is_forward) {
  const LinkPair *links = work->links;
  if (!is_to_many) {
    memset(rows->targets, 0xFF, work->object_count * sizeof(uint32_t));
    for (uint32_t i = 0; i < work->link_count; i++) {
      if (is_forward)
        rows->targets[links[i].source] = links[i].destination;
      else
        rows->targets[links[i].destination] = links[i].source;
    }
    return;
  }
  memset(rows->counts, 0, work->object_count * sizeof(uint32_t));
  for (uint32_t i = 0; i < work->link_count; i++)
    rows->counts[is_forward ? links[i].source : links[i].destination]++;
  // Each start is set to the end of its row and moves back as the row is filled.
  uint32_t end = 0;
  for (uint32_t i = 0; i < work->object_count; i++) rows->starts[i] = end += rows->counts[i];
  rows->starts[work->object_count] = end;
  for (uint32_t i = work->link_count; i > 0; i--) {
    LinkPair link = links[i - 1];
    uint32_t row = is_forward ? link.source : link.destination;
    rows->targets[--rows->starts[row]] = is_forward ? link.destination : link.source;
  }
}

static inline void fill(const Workload *work, Graph *graph, bool forward_many,
                        bool inverse_many) {
  memset(graph->alive, 0xFF, (work->object_count + 63) / 64 * sizeof(uint64_t));
  fill_rows(work, &graph->forward, forward_many, true);
  fill_rows(work, &graph->inverse, inverse_many, false);
}

static void allocate_graph(const Workload *work, Graph *graph) {
  graph->alive = allocate((work->object_count + 63) / 64, sizeof(uint64_t));
  graph->worklist = allocate(work->object_count + 1u, sizeof(uint32_t));
  memset(graph->worklist, 0, (work->object_count + 1u) * sizeof(uint32_t));  // Its pages are there.
  allocate_rows(work, &graph->forward, work->forward.is_to_many);
  allocate_rows(work, &graph->inverse, work->inverse.is_to_many);
}

// Kills an object that is alive, and says whether it was.
static inline bool kill_once(Graph *graph, uint32_t object) {
  uint64_t word = graph->alive[object / 64], bit = UINT64_C(1) << (object % 64);
  graph->alive[object / 64] = word & ~bit;
  return word & bit;
}

// Kills an object and all that its forward links lead to, then those.
static inline void cascade(const Workload *work, Graph *graph, uint32_t object,
                           bool is_to_many) {
  if (!is_to_many) {
    const uint32_t *targets = graph->forward.targets;
    while (object != NONE && kill_once(graph, object)) object = targets[object];
    return;
  }
  const uint32_t *starts = graph->forward.starts, *targets = graph->forward.targets;
  uint32_t *worklist = graph->worklist, count = 1;
  uint32_t source_count = work->source_count;
  worklist[0] = object;
  kill(graph, object);
  for (uint32_t next = 0; next < count; next++) {
    uint32_t source = worklist[next];
    if (source >= source_count) continue;  // The other entity has no such links.
    uint32_t end = starts[source + 1];
    for (uint32_t i = starts[source]; i < end; i++) {
      uint32_t other = targets[i];
      worklist[count] = other;
      count += kill_once(graph, other);
    }
  }
}

// Takes a dead object out of what it was linked to.
static inline void leave(const Graph *graph, const Rows *own, const Rows *others, uint32_t object,
                         bool is_to_many, bool others_are_to_many) {
  uint32_t start = is_to_many ? own->starts[object] : 0;
  uint32_t end = is_to_many ? own->starts[object + 1] : 1;
  for (uint32_t i = start; i < end; i++) {
    uint32_t other = is_to_many ? own->targets[i] : own->targets[object];
    if (other == NONE || !is_alive(graph, other)) continue;
    if (others_are_to_many)
      others->counts[other]--;
    else
      others->targets[other] = NONE;
  }
}

static inline void delete(const Workload *work, Graph *graph, Result *result, uint32_t object,
                          Rule rule, bool forward_many, bool inverse_many) {
  bool is_source = object < work->source_count;
  if (rule == RULE_CASCADE && is_source) {
    cascade(work, graph, object, forward_many);
    // The worklist is closed: only its first object may have been held by a survivor.
    leave(graph, &graph->inverse, &graph->forward, object, inverse_many, forward_many);
    return;
  }
  if (rule == RULE_DENY && is_source && graph->forward.counts[object]) {
    result->denied++;
    result->blockers += graph->forward.counts[object];
    return;
  }
  kill(graph, object);
  if (is_source)
    leave(graph, &graph->forward, &graph->inverse, object, forward_many, inverse_many);
  else
    leave(graph, &graph->inverse, &graph->forward, object, inverse_many, forward_many);
}

// Marks what would go, counts it, and takes the marks back.
static inline void plan(const Workload *work, Graph *graph, Result *result, uint32_t object) {
  cascade(work, graph, object, true);
  uint32_t parent = graph->inverse.targets[object], count = 0;
  result->links += parent != NONE && is_alive(graph, parent);
  // The worklist is what has just been killed; all else is alive.
  const uint32_t *starts = graph->forward.starts;
  for (uint32_t i = 0, last = 1; i < last; i++, count++) {
    uint32_t dead = graph->worklist[i];
    last += starts[dead + 1] - starts[dead];
    graph->alive[dead / 64] |= UINT64_C(1) << (dead % 64);
  }
  result->survivors += count;
  result->id_sum += count - 1;
}

static inline void inspect(const Workload *work, const Graph *graph, Result *result,
                           bool forward_many) {
  for (uint32_t i = 0; i < work->object_count; i++) {
    if (!is_alive(graph, i)) continue;
    result->survivors++;
    result->id_sum += i;
    if (i >= work->source_count) continue;
    result->links +=
        forward_many ? graph->forward.counts[i] : graph->forward.targets[i] != NONE;
  }
}

// Always inlined with constants, so that each workload has code of its own.
static inline __attribute__((always_inline)) void run(const Workload *work, Result *result,
                                                      Rule rule, bool forward_many,
                                                      bool inverse_many) {
  Graph graph = {0};
  if (work->course == COURSE_SCENARIOS) {
    allocate_graph(work, &graph);
    uint64_t start = now_ns();
    for (uint32_t i = 0; i < work->delete_count; i++) {
      fill(work, &graph, forward_many, inverse_many);
      delete(work, &graph, result, work->deletes[i], rule, forward_many, inverse_many);
      inspect(work, &graph, result, forward_many);
    }
    result->delete_ns = now_ns() - start;
    return;
  }
  uint64_t bytes = resident_bytes();
  uint64_t start = now_ns();
  allocate_graph(work, &graph);
  fill(work, &graph, forward_many, inverse_many);
  result->build_ns = now_ns() - start;
  result->bytes = resident_bytes() - bytes;

  start = now_ns();
  if (work->course == COURSE_PLANS) {
    for (uint32_t i = 0; i < work->delete_count; i++) plan(work, &graph, result, work->deletes[i]);
    result->delete_ns = now_ns() - start;
    return;
  }
  for (uint32_t i = 0; i < work->delete_count; i++)
    delete(work, &graph, result, work->deletes[i], rule, forward_many, inverse_many);
  result->delete_ns = now_ns() - start;
  inspect(work, &graph, result, forward_many);
}

int main(int count, char **arguments) {
  if (count != 3) wrong("usage: csr WORKLOAD SIZE");
  Workload work = workload_generate(arguments[1], arguments[2]);
  Result result = {0};
  if (work.course == COURSE_ROLLBACK) wrong("a static graph cannot roll back");
  if (work.forward.rule == RULE_CASCADE && work.forward.is_to_many)
    run(&work, &result, RULE_CASCADE, true, false);
  else if (work.forward.rule == RULE_CASCADE)
    run(&work, &result, RULE_CASCADE, false, false);
  else if (work.forward.rule == RULE_DENY)
    run(&work, &result, RULE_DENY, true, false);
  else
    run(&work, &result, RULE_NULLIFY, true, true);
  finish(&work, &result);
}
