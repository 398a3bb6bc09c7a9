// Runs the C reference engine: WORKLOAD SIZE, one line of JSON.
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "measuring.h"

enum { FORWARD = 0, INVERSE = 1 };

static Engine *engine_for(const Workload *work) {
  bool is_one_entity = !strcmp(work->forward.entity, work->inverse.entity);
  uint16_t other = is_one_entity ? 0 : 1;
  Relationship relationships[] = {
      {0, other, INVERSE, work->forward.is_to_many, true, work->forward.rule, 0, 0},
      {other, 0, FORWARD, work->inverse.is_to_many, true, work->inverse.rule, 0, 0}};
  Schema schema = {other + 1, 2, relationships};
  return engine_create(&schema);
}

static void build(Engine *engine, const Workload *work, Object *objects) {
  for (uint32_t i = 0; i < work->object_count; i++)
    objects[i] = engine_insert(engine, i >= work->source_count);
  for (uint32_t i = 0; i < work->link_count; i++) {
    LinkPair link = work->links[i];
    if (!engine_link(engine, objects[link.source], FORWARD, objects[link.destination]))
      wrong("a link was not made");
  }
}

static void delete(Engine *engine, Object object) {
  if (!engine_delete(engine, object)) wrong("an object to delete was not there");
}

static void save(Engine *engine, Result *result) {
  Problems *problems = engine_save(engine);
  if (!problems) return;
  for (uint32_t i = 0; i < problems->count; i++) {
    if (problems->items[i].kind != PROBLEM_DENIED) wrong("a save was refused for something else");
    result->denied++;
    result->blockers += problems->items[i].blocker_count;
  }
  engine_free_problems(problems);
  engine_rollback(engine);
}

static void delete_all(Engine *engine, const Workload *work, const Object *objects,
                       Result *result) {
  for (uint32_t i = 0; i < work->delete_count; i++) {
    delete(engine, objects[work->deletes[i]]);
    if (work->course == COURSE_SAVE_EACH) save(engine, result);
  }
  if (work->course == COURSE_ONE_SAVE) save(engine, result);
}

// Counts what is left, from both ends of the links. Returns how many more links one end sees.
static int64_t inspect(const Engine *engine, const Workload *work, const Object *objects,
                       Result *result) {
  int64_t forward = 0, inverse = 0;
  bool is_one_entity = work->source_count == work->object_count;
  for (uint32_t i = 0; i < work->object_count; i++) {
    if (!engine_contains(engine, objects[i])) continue;
    result->survivors++;
    result->id_sum += i;
    if (i < work->source_count) forward += engine_count(engine, objects[i], FORWARD);
    if (i >= work->source_count || is_one_entity)
      inverse += engine_count(engine, objects[i], INVERSE);
  }
  result->links += (uint64_t)forward;
  return forward - inverse;
}

static void run_scenarios(const Workload *work, Result *result) {
  Engine *engine = engine_for(work);
  Object objects[4];
  int64_t difference = 0;
  uint64_t start = now_ns();
  for (uint32_t i = 0; i < work->delete_count; i++) {
    engine_remove_all(engine);
    build(engine, work, objects);
    delete(engine, objects[work->deletes[i]]);
    save(engine, result);
    difference |= inspect(engine, work, objects, result);
  }
  result->delete_ns = now_ns() - start;
  if (difference) wrong("the two ends count different links");
}

static void run(const Workload *work, Result *result) {
  // The caller's own array is not the engine's memory: it is there before the build.
  Object *objects = malloc(work->object_count * sizeof *objects);
  memset(objects, 0xFF, work->object_count * sizeof *objects);
  uint64_t bytes = resident_bytes();
  uint64_t start = now_ns();
  Engine *engine = engine_for(work);
  build(engine, work, objects);
  save(engine, result);
  result->build_ns = now_ns() - start;
  result->bytes = resident_bytes() - bytes;

  start = now_ns();
  delete_all(engine, work, objects, result);
  if (work->course == COURSE_ROLLBACK) {
    engine_process_pending_changes(engine);
    if (engine_contains(engine, objects[work->object_count - 1])) wrong("nothing was processed");
    start = now_ns();
    engine_rollback(engine);
  }
  result->delete_ns = now_ns() - start;
  if (inspect(engine, work, objects, result)) wrong("the two ends count different links");
}

int main(int count, char **arguments) {
  if (count != 3) wrong("usage: engine WORKLOAD SIZE");
  Workload work = workload_generate(arguments[1], arguments[2]);
  Result result = {0};
  if (work.course == COURSE_PLANS) wrong("plans are not measured here");
  if (work.course == COURSE_SCENARIOS)
    run_scenarios(&work, &result);
  else
    run(&work, &result);
  finish(&work, &result);
}
