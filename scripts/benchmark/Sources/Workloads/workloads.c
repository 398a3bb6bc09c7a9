#include "workloads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FAN_OUT = 10, LINKS_EACH = 8, SMALLEST = 100, LARGEST = 100000000 };

static uint64_t random_state = 20;

// splitmix64
static uint64_t random_bits(void) {
  uint64_t z = (random_state += 0x9E3779B97F4A7C15);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

static uint32_t random_below(uint32_t bound) {
  return (uint32_t)(((random_bits() >> 32) * bound) >> 32);
}

static void fail(const char *message, const char *what) {
  fprintf(stderr, "%s: %s\n", message, what);
  exit(64);
}

static void *allocate(size_t count, size_t size) {
  void *memory = malloc((count ? count : 1) * size);
  if (!memory) fail("no memory", "workload");
  return memory;
}

static void shuffle(uint32_t *numbers, uint32_t count) {
  for (uint32_t i = count; i > 1; i--) {
    uint32_t other = random_below(i);
    uint32_t number = numbers[i - 1];
    numbers[i - 1] = numbers[other];
    numbers[other] = number;
  }
}

// The numbers from `first` on, in order or not.
static uint32_t *numbers_from(uint32_t first, uint32_t count, bool is_shuffled) {
  uint32_t *numbers = allocate(count, sizeof *numbers);
  for (uint32_t i = 0; i < count; i++) numbers[i] = first + i;
  if (is_shuffled) shuffle(numbers, count);
  return numbers;
}

static void delete_some(Workload *work, uint32_t first, uint32_t among, uint32_t count) {
  work->deletes = numbers_from(first, among, true);
  work->delete_count = count;
}

static void delete_one(Workload *work, uint32_t object) {
  work->deletes = numbers_from(object, 1, false);
  work->delete_count = 1;
}

// One object linked to `size` others.
static void generate_hub(Workload *work, uint32_t size) {
  LinkPair *links = allocate(size, sizeof *links);
  for (uint32_t i = 0; i < size; i++) links[i] = (LinkPair){0, i + 1};
  work->links = links;
  work->link_count = size;
  work->object_count = size + 1;
  work->source_count = 1;
}

// A tree; with a fan-out of one, a chain.
static void generate_tree(Workload *work, uint32_t size, uint32_t fan_out, bool is_shuffled) {
  uint32_t *node = numbers_from(0, size, is_shuffled);
  LinkPair *links = allocate(size - 1, sizeof *links);
  for (uint32_t i = 1; i < size; i++) links[i - 1] = (LinkPair){node[(i - 1) / fan_out], node[i]};
  work->links = links;
  work->link_count = size - 1;
  work->object_count = work->source_count = size;
  delete_one(work, node[0]);
  free(node);
}

// Every delete takes a parent of leaves and its ten children.
static void delete_small_families(Workload *work, uint32_t size) {
  uint32_t first = (size - 2) / FAN_OUT / FAN_OUT + 1, last = (size - 1 - FAN_OUT) / FAN_OUT;
  uint32_t *deletes = allocate(size / 10, sizeof *deletes);
  for (uint32_t i = 0; i < size / 10; i++) deletes[i] = first + random_below(last - first + 1);
  work->deletes = deletes;
  work->delete_count = size / 10;
}

static void generate_many_to_many(Workload *work, uint32_t size) {
  uint32_t half = size / 2;
  LinkPair *links = allocate((size_t)half * LINKS_EACH, sizeof *links);
  uint32_t count = 0;
  for (uint32_t source = 0; source < half; source++) {
    for (uint32_t first = count; count < first + LINKS_EACH;) {
      uint32_t destination = half + random_below(half);
      bool is_new = true;
      for (uint32_t i = first; i < count; i++) is_new &= links[i].destination != destination;
      if (is_new) links[count++] = (LinkPair){source, destination};
    }
  }
  work->links = links;
  work->link_count = count;
  work->object_count = size;
  work->source_count = half;
  delete_some(work, 0, size, size / 10);
}

// Every second owner holds two items; as many of those as of the others are to go.
static void generate_owners(Workload *work, uint32_t size) {
  uint32_t owners = size / 2, each = size / 20;
  LinkPair *links = allocate(owners, sizeof *links);
  for (uint32_t i = 0; i < owners; i++) links[i] = (LinkPair){i / 2 * 2, owners + i};
  work->links = links;
  work->link_count = owners;
  work->object_count = size;
  work->source_count = owners;

  uint32_t *pairs = numbers_from(0, owners / 2, true);
  uint32_t *deletes = allocate(2 * each, sizeof *deletes);
  for (uint32_t i = 0; i < each; i++) deletes[i] = 2 * pairs[i];
  shuffle(pairs, owners / 2);
  for (uint32_t i = 0; i < each; i++) deletes[each + i] = 2 * pairs[i] + 1;
  shuffle(deletes, 2 * each);
  work->deletes = deletes;
  work->delete_count = 2 * each;
  free(pairs);
}

static void generate_scenarios(Workload *work, uint32_t size) {
  LinkPair *links = allocate(4, sizeof *links);
  for (uint32_t i = 0; i < 4; i++) links[i] = (LinkPair){i / 2, 2 + i % 2};
  uint32_t *deletes = allocate(size, sizeof *deletes);
  for (uint32_t i = 0; i < size; i++) deletes[i] = random_below(4);
  work->links = links;
  work->link_count = 4;
  work->object_count = 4;
  work->source_count = 2;
  work->deletes = deletes;
  work->delete_count = size;
}

Workload workload_generate(const char *name, const char *size_text) {
  char *end;
  unsigned long size_number = strtoul(size_text, &end, 10);
  if (*end || size_number % 20 || size_number < SMALLEST || size_number > LARGEST)
    fail("the size must be a multiple of 20 from 100 to 100000000", size_text);
  uint32_t size = (uint32_t)size_number;

  const RelationshipEnd children = {"Root", "children", true, RULE_CASCADE};
  const RelationshipEnd root = {"Child", "root", false, RULE_NULLIFY};
  const RelationshipEnd next = {"Node", "next", false, RULE_CASCADE};
  const RelationshipEnd previous = {"Node", "previous", false, RULE_NULLIFY};
  const RelationshipEnd branches = {"Node", "children", true, RULE_CASCADE};
  const RelationshipEnd parent = {"Node", "parent", false, RULE_NULLIFY};
  const RelationshipEnd bs = {"A", "bs", true, RULE_NULLIFY};
  const RelationshipEnd as = {"B", "as", true, RULE_NULLIFY};
  const RelationshipEnd items = {"Owner", "items", true, RULE_DENY};
  const RelationshipEnd owner = {"Item", "owner", false, RULE_NULLIFY};

  Workload work = {.name = name, .course = COURSE_ONE_SAVE};
  bool is_shuffled = name[0] && name[strlen(name) - 1] == 'R';
  if (!strcmp(name, "W1") || !strcmp(name, "W1B") || !strcmp(name, "rollback")) {
    work.forward = children, work.inverse = root;
    generate_hub(&work, size);
    if (!strcmp(name, "W1B")) {
      work.course = COURSE_SAVE_EACH;
      delete_some(&work, 1, size, size / 10);
    } else {
      if (!strcmp(name, "rollback")) work.course = COURSE_ROLLBACK;
      delete_one(&work, 0);
    }
  } else if (!strcmp(name, "W2") || !strcmp(name, "W2R")) {
    work.forward = next, work.inverse = previous;
    generate_tree(&work, size, 1, is_shuffled);
  } else if (!strcmp(name, "W3") || !strcmp(name, "W3R")) {
    work.forward = branches, work.inverse = parent;
    generate_tree(&work, size, FAN_OUT, is_shuffled);
  } else if (!strcmp(name, "W4")) {
    work.forward = bs, work.inverse = as, work.course = COURSE_SAVE_EACH;
    generate_many_to_many(&work, size);
  } else if (!strcmp(name, "W5")) {
    work.forward = items, work.inverse = owner, work.course = COURSE_SAVE_EACH;
    generate_owners(&work, size);
  } else if (!strcmp(name, "W6")) {
    work.forward = bs, work.inverse = as, work.course = COURSE_SCENARIOS;
    generate_scenarios(&work, size);
  } else if (!strcmp(name, "W7")) {
    work.forward = bs, work.inverse = as, work.course = COURSE_SAVE_EACH;
    generate_hub(&work, size);
    delete_some(&work, 1, size, size);
  } else if (!strcmp(name, "W8")) {
    work.forward = branches, work.inverse = parent, work.course = COURSE_PLANS;
    generate_tree(&work, size, FAN_OUT, false);
    delete_small_families(&work, size);
  } else {
    fail("no such workload", name);
  }
  return work;
}
