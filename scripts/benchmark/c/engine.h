// A reference engine in C: what the Swift engine does, with the same columns, so that the ratio of
// the two says what Swift costs. Generic: it knows nothing of a workload but its schema.
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "workloads.h"

typedef struct {
  uint16_t source, destination;  // Entities.
  uint16_t opposite;             // Every relationship has an inverse here.
  bool is_to_many, is_optional;
  Rule rule;
  uint32_t min_count, max_count;  // 0 where there is no bound.
} Relationship;

typedef struct {
  uint16_t entity_count, relationship_count;
  const Relationship *relationships;
} Schema;

typedef struct {
  uint32_t entity, slot;
} Object;

typedef enum { PROBLEM_DENIED, PROBLEM_MISSING, PROBLEM_TOO_FEW, PROBLEM_TOO_MANY } ProblemKind;

typedef struct {
  ProblemKind kind;
  Object object;
  uint16_t relationship;
  uint32_t blocker_count;
  Object *blockers;  // What stands in the way of a denied delete.
} Problem;

typedef struct {
  uint32_t count, capacity;
  Problem *items;
} Problems;

typedef struct Engine Engine;

Engine *engine_create(const Schema *schema);
Object engine_insert(Engine *engine, uint16_t entity);
// These two say false where an object is not there or the relationship does not fit.
bool engine_link(Engine *engine, Object source, uint16_t relationship, Object destination);
bool engine_delete(Engine *engine, Object object);
// Applies the deletes asked for, as the end of an event does.
void engine_process_pending_changes(Engine *engine);
// NULL where all is saved; otherwise all that refuses it, which the caller frees. Everything is as
// it was before the save then, and the deletes are still asked for.
Problems *engine_save(Engine *engine);
void engine_free_problems(Problems *problems);
// Gives up every change since the last save.
void engine_rollback(Engine *engine);
// Forgets every object and keeps the memory.
void engine_remove_all(Engine *engine);
// A delete that was only asked for counts as not done yet.
bool engine_contains(const Engine *engine, Object object);
uint32_t engine_count(const Engine *engine, Object object, uint16_t relationship);

#endif
