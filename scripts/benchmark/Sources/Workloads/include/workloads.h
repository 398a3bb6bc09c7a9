// The inputs that every competitor is given: one pair of relationships, the objects, the links and
// the deletes, all in plain arrays. Equal names and sizes give equal arrays on every machine.
#ifndef WORKLOADS_H
#define WORKLOADS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { RULE_NULLIFY, RULE_CASCADE, RULE_DENY, RULE_NO_ACTION } Rule;

// One of the two relationships that are each other's inverse.
typedef struct {
  const char *entity;  // Whose it is.
  const char *name;
  bool is_to_many;
  Rule rule;
} RelationshipEnd;

typedef enum {
  COURSE_ONE_SAVE,     // All deletes, then one save.
  COURSE_SAVE_EACH,    // A save after each delete, and a rollback where it is refused.
  COURSE_ROLLBACK,     // All deletes, pending changes processed; the rollback alone is timed.
  COURSE_SCENARIOS,    // For each delete: empty, insert, link, delete, save, inspect.
  COURSE_PLANS,        // For each delete: say what it would do, and change nothing.
} Course;

// A link by the forward relationship; the numbers are those of the objects.
typedef struct {
  uint32_t source, destination;
} LinkPair;

typedef struct {
  const char *name;
  Course course;
  RelationshipEnd forward, inverse;
  uint32_t object_count;
  // Objects below this number are of the forward relationship's entity, the others of the
  // inverse's. Where both are the same entity, it is the number of all objects.
  uint32_t source_count;
  uint32_t link_count;
  uint32_t delete_count;
  const LinkPair *links;
  const uint32_t *deletes;
} Workload;

// Generates a workload; ends the program with a message if there is none of that name and size.
Workload workload_generate(const char *name, const char *size);

#endif
