#include "engine.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

enum { IS_ALIVE = 1, IS_CHANGED = 2, IS_REQUESTED = 4 };

// A to-one: the other object, and where in the other's block this one stands, so that letting go
// of a child needs no search.
typedef struct {
  uint32_t slot, position;
} One;

// A to-many: a piece of the column's pool. `count` leaves out dead slots, which stay within
// `extent` until the block is compacted: a dead object's slot is never given to another.
typedef struct {
  uint32_t offset, extent, count;
  uint8_t size_class;
} Block;

enum { SIZE_CLASSES = 31 };

// Blocks of 4, 8, 16 … slots. The first slot of a free block leads to the next free one.
typedef struct {
  uint32_t *slots;
  uint32_t used, capacity;
  uint32_t free[SIZE_CLASSES];
} Pool;

typedef struct {
  Relationship schema;
  One *ones;
  Block *blocks;
  Pool pool;
} Column;

typedef struct {
  uint16_t count;
  uint16_t *columns;
} ColumnList;

typedef struct {
  uint8_t *state;
  uint32_t count, capacity;
  uint32_t stored_count;  // Slots from here on were inserted since the last save.
  ColumnList all, cascade, deny, nullify;
  ColumnList bounded;  // Those that can be invalid: an entity without any is never validated.
} Table;

// Neighbours in the worklist that are of one entity, up to where the next run starts.
typedef struct {
  uint32_t entity, start;
} Run;

// What one processing of pending changes has added, to take it back in reverse.
typedef struct {
  uint32_t first_run, changed_count;
} Batch;

// A link between stored objects that was made or cut since the last save.
typedef struct {
  uint16_t relationship;
  bool is_made;
  uint32_t source, destination;
} LinkChange;

#define LIST(Item)            \
  struct {                    \
    Item *items;              \
    uint32_t count, capacity; \
  }

struct Engine {
  uint16_t entity_count, relationship_count;
  Table *tables;
  Column *columns;
  LIST(Object) requested;  // Every delete asked for since the last save.
  uint32_t processed;      // How many of them are in the worklist.
  LIST(uint32_t) dead;     // The worklist, which is the deleted set: dead from when it is found.
  LIST(Run) runs;
  LIST(Batch) batches;
  LIST(Object) changed;
  LIST(LinkChange) link_changes;
};

// Lists keep their memory from save to save.
#define RESERVE(list, wanted) \
  (list)->items = reserve((list)->items, &(list)->capacity, (wanted), sizeof *(list)->items)
#define APPEND(list, ...)                                          \
  do {                                                             \
    if ((list)->count == (list)->capacity) RESERVE(list, (list)->count + 1); \
    (list)->items[(list)->count++] = __VA_ARGS__;                  \
  } while (0)

static void *allocated(void *memory) {
  if (!memory) abort();
  return memory;
}

static void *reserve(void *items, uint32_t *capacity, uint32_t wanted, size_t size) {
  if (wanted <= *capacity) return items;
  uint32_t grown = *capacity < 8 ? 8 : *capacity > NONE / 2 ? NONE : *capacity * 2;
  *capacity = grown < wanted ? wanted : grown;
  return allocated(realloc(items, *capacity * size));
}

// ---------------------------------------------------------------- schema

static ColumnList columns_where(const Schema *schema, uint16_t entity,
                                bool (*fits)(const Relationship *)) {
  ColumnList list = {0, allocated(calloc(schema->relationship_count + 1u, sizeof(uint16_t)))};
  for (uint16_t i = 0; i < schema->relationship_count; i++) {
    const Relationship *relationship = &schema->relationships[i];
    if (relationship->source == entity && fits(relationship)) list.columns[list.count++] = i;
  }
  return list;
}

static bool is_any(const Relationship *r) { return r != NULL; }
static bool is_cascade(const Relationship *r) { return r->rule == RULE_CASCADE; }
static bool is_deny(const Relationship *r) { return r->rule == RULE_DENY; }
static bool is_nullify(const Relationship *r) { return r->rule == RULE_NULLIFY; }
static bool is_bounded(const Relationship *r) {
  return !r->is_optional || (r->is_to_many && (r->min_count || r->max_count));
}

Engine *engine_create(const Schema *schema) {
  Engine *engine = allocated(calloc(1, sizeof *engine));
  engine->entity_count = schema->entity_count;
  engine->relationship_count = schema->relationship_count;
  engine->tables = allocated(calloc(schema->entity_count, sizeof *engine->tables));
  engine->columns = allocated(calloc(schema->relationship_count, sizeof *engine->columns));
  for (uint16_t i = 0; i < schema->relationship_count; i++)
    engine->columns[i].schema = schema->relationships[i];
  for (uint16_t entity = 0; entity < schema->entity_count; entity++) {
    Table *table = &engine->tables[entity];
    table->all = columns_where(schema, entity, is_any);
    table->cascade = columns_where(schema, entity, is_cascade);
    table->deny = columns_where(schema, entity, is_deny);
    table->nullify = columns_where(schema, entity, is_nullify);
    table->bounded = columns_where(schema, entity, is_bounded);
  }
  engine_remove_all(engine);
  return engine;
}

// ---------------------------------------------------------------- blocks

static uint32_t capacity_of(uint8_t size_class) { return size_class ? 2u << size_class : 0; }

static uint32_t pool_take(Pool *pool, uint8_t size_class) {
  uint32_t offset = pool->free[size_class];
  if (offset != NONE) {
    pool->free[size_class] = pool->slots[offset];
    return offset;
  }
  offset = pool->used;
  pool->used += capacity_of(size_class);
  if (pool->used < offset) abort();  // A column holds at most 2^32 slots.
  pool->slots = reserve(pool->slots, &pool->capacity, pool->used, sizeof *pool->slots);
  return offset;
}

static void pool_give(Pool *pool, uint8_t size_class, uint32_t offset) {
  pool->slots[offset] = pool->free[size_class];
  pool->free[size_class] = offset;
}

// Adds a slot to a block and returns its position.
static uint32_t block_add(Column *column, uint32_t slot, uint32_t other) {
  Block *block = &column->blocks[slot];
  if (block->extent == capacity_of(block->size_class)) {
    uint32_t offset = pool_take(&column->pool, block->size_class + 1);
    uint32_t *slots = column->pool.slots;
    memcpy(slots + offset, slots + block->offset, block->extent * sizeof *slots);
    if (block->size_class) pool_give(&column->pool, block->size_class, block->offset);
    block->offset = offset;
    block->size_class++;
  }
  column->pool.slots[block->offset + block->extent] = other;
  block->count++;
  return block->extent++;
}

// Takes a slot out of a block; the last one moves into its place and learns so.
static void block_remove(Column *column, Column *opposite, uint32_t slot, uint32_t position) {
  Block *block = &column->blocks[slot];
  uint32_t *slots = column->pool.slots + block->offset;
  uint32_t moved = slots[--block->extent];
  slots[position] = moved;
  block->count--;
  if (opposite->ones) opposite->ones[moved].position = position;
}

static uint32_t block_position(const Column *column, uint32_t slot, uint32_t other) {
  Block block = column->blocks[slot];
  const uint32_t *slots = column->pool.slots + block.offset;
  for (uint32_t i = 0; i < block.extent; i++)
    if (slots[i] == other) return i;
  return NONE;
}

// ---------------------------------------------------------------- links

static bool is_linked(const Column *column, const Column *opposite, uint32_t source,
                      uint32_t destination) {
  if (column->ones) return column->ones[source].slot == destination;
  if (opposite->ones) return opposite->ones[destination].slot == source;
  // The shorter end is searched, so that a hub costs no more than its neighbours.
  if (column->blocks[source].extent <= opposite->blocks[destination].extent)
    return block_position(column, source, destination) != NONE;
  return block_position(opposite, destination, source) != NONE;
}

static void connect(Column *column, Column *opposite, uint32_t source, uint32_t destination) {
  uint32_t here = column->blocks ? block_add(column, source, destination) : 0;
  uint32_t there = opposite->blocks ? block_add(opposite, destination, source) : 0;
  if (column->ones) column->ones[source] = (One){destination, there};
  if (opposite->ones) opposite->ones[destination] = (One){source, here};
}

static void disconnect(Column *column, Column *opposite, uint32_t source, uint32_t destination) {
  if (column->blocks) {
    uint32_t position = opposite->ones ? opposite->ones[destination].position
                                       : block_position(column, source, destination);
    block_remove(column, opposite, source, position);
  }
  if (opposite->blocks) {
    uint32_t position = column->ones ? column->ones[source].position
                                     : block_position(opposite, destination, source);
    block_remove(opposite, column, destination, position);
  }
  if (column->ones) column->ones[source].slot = NONE;
  if (opposite->ones) opposite->ones[destination].slot = NONE;
}

static void mark_changed(Engine *engine, Table *table, uint32_t entity, uint32_t slot) {
  if (table->state[slot] & IS_CHANGED) return;
  table->state[slot] |= IS_CHANGED;
  APPEND(&engine->changed, (Object){entity, slot});
}

static void note(Engine *engine, uint16_t relationship, bool is_made, uint32_t source,
                 uint32_t destination) {
  Relationship schema = engine->columns[relationship].schema;
  Table *from = &engine->tables[schema.source], *to = &engine->tables[schema.destination];
  if (from->bounded.count) mark_changed(engine, from, schema.source, source);
  if (to->bounded.count) mark_changed(engine, to, schema.destination, destination);
  // A rollback takes new objects away with their links: those need not be remembered.
  if (source < from->stored_count && destination < to->stored_count)
    APPEND(&engine->link_changes, (LinkChange){relationship, is_made, source, destination});
}

static void cut(Engine *engine, uint16_t relationship, uint32_t source, uint32_t destination) {
  Column *column = &engine->columns[relationship];
  disconnect(column, &engine->columns[column->schema.opposite], source, destination);
  note(engine, relationship, false, source, destination);
}

static bool fits(const Engine *engine, Object source, uint16_t relationship, Object destination) {
  if (relationship >= engine->relationship_count) return false;
  Relationship schema = engine->columns[relationship].schema;
  return source.entity == schema.source && destination.entity == schema.destination &&
         engine_contains(engine, source) && engine_contains(engine, destination);
}

bool engine_link(Engine *engine, Object source, uint16_t relationship, Object destination) {
  if (!fits(engine, source, relationship, destination)) return false;
  Column *column = &engine->columns[relationship];
  uint16_t inverse = column->schema.opposite;
  Column *opposite = &engine->columns[inverse];
  if (is_linked(column, opposite, source.slot, destination.slot)) return true;
  if (column->ones && column->ones[source.slot].slot != NONE)
    cut(engine, relationship, source.slot, column->ones[source.slot].slot);
  if (opposite->ones && opposite->ones[destination.slot].slot != NONE)
    cut(engine, inverse, destination.slot, opposite->ones[destination.slot].slot);
  connect(column, opposite, source.slot, destination.slot);
  note(engine, relationship, true, source.slot, destination.slot);
  return true;
}

// ---------------------------------------------------------------- objects

static void grow(Engine *engine, Table *table) {
  uint32_t capacity = table->capacity;
  table->state = reserve(table->state, &capacity, table->count + 1, sizeof *table->state);
  for (uint16_t i = 0; i < table->all.count; i++) {
    Column *column = &engine->columns[table->all.columns[i]];
    if (column->schema.is_to_many)
      column->blocks = allocated(realloc(column->blocks, capacity * sizeof *column->blocks));
    else
      column->ones = allocated(realloc(column->ones, capacity * sizeof *column->ones));
  }
  table->capacity = capacity;
}

Object engine_insert(Engine *engine, uint16_t entity) {
  Table *table = &engine->tables[entity];
  if (table->count == table->capacity) grow(engine, table);
  uint32_t slot = table->count++;
  for (uint16_t i = 0; i < table->all.count; i++) {
    Column *column = &engine->columns[table->all.columns[i]];
    if (column->blocks)
      column->blocks[slot] = (Block){0, 0, 0, 0};
    else
      column->ones[slot] = (One){NONE, 0};
  }
  table->state[slot] = IS_ALIVE;
  if (table->bounded.count) mark_changed(engine, table, entity, slot);
  return (Object){entity, slot};
}

bool engine_contains(const Engine *engine, Object object) {
  if (object.entity >= engine->entity_count) return false;
  const Table *table = &engine->tables[object.entity];
  return object.slot < table->count && table->state[object.slot] & IS_ALIVE;
}

uint32_t engine_count(const Engine *engine, Object object, uint16_t relationship) {
  if (relationship >= engine->relationship_count || !engine_contains(engine, object)) return 0;
  const Column *column = &engine->columns[relationship];
  if (column->schema.source != object.entity) return 0;
  return column->ones ? column->ones[object.slot].slot != NONE : column->blocks[object.slot].count;
}

static void forget_pending(Engine *engine) {
  engine->requested.count = engine->processed = engine->dead.count = engine->runs.count = 0;
  engine->batches.count = engine->changed.count = engine->link_changes.count = 0;
}

void engine_remove_all(Engine *engine) {
  for (uint16_t i = 0; i < engine->entity_count; i++)
    engine->tables[i].count = engine->tables[i].stored_count = 0;
  for (uint16_t i = 0; i < engine->relationship_count; i++) {
    if (!engine->columns[i].schema.is_to_many) continue;
    engine->columns[i].pool.used = 0;
    memset(engine->columns[i].pool.free, 0xFF, sizeof engine->columns[i].pool.free);
  }
  forget_pending(engine);
}

// ---------------------------------------------------------------- delete

bool engine_delete(Engine *engine, Object object) {
  if (!engine_contains(engine, object)) return false;
  uint8_t *state = &engine->tables[object.entity].state[object.slot];
  if (*state & IS_REQUESTED) return false;
  *state |= IS_REQUESTED;
  APPEND(&engine->requested, object);
  return true;
}

static uint32_t end_of_run(const Engine *engine, uint32_t run) {
  return run + 1 < engine->runs.count ? engine->runs.items[run + 1].start : engine->dead.count;
}

static void open_run(Engine *engine, uint32_t entity) {
  APPEND(&engine->runs, (Run){entity, engine->dead.count});
}

// Kills what the objects from `start` to `end` of the worklist lead to by one column. Where that
// adds to the very run they are of, it goes on with what it adds. Returns where it stopped.
static uint32_t cascade(Engine *engine, const Column *column, uint32_t start, uint32_t end,
                        bool goes_on) {
  uint8_t *state = engine->tables[column->schema.destination].state;
  uint32_t *dead = engine->dead.items, count = engine->dead.count;
  const One *ones = column->ones;
  const Block *blocks = column->blocks;
  const uint32_t *slots = column->pool.slots;
  uint32_t next = start;
  if (ones) {
    for (; next < (goes_on ? count : end); next++) {
      uint32_t other = ones[dead[next]].slot;
      if (other == NONE || !(state[other] & IS_ALIVE)) continue;
      state[other] &= ~IS_ALIVE;
      dead[count++] = other;
    }
  } else {
    for (; next < (goes_on ? count : end); next++) {
      Block block = blocks[dead[next]];
      for (uint32_t i = block.offset; i < block.offset + block.extent; i++) {
        uint32_t other = slots[i];
        if (!(state[other] & IS_ALIVE)) continue;
        state[other] &= ~IS_ALIVE;
        dead[count++] = other;
      }
    }
  }
  engine->dead.count = count;
  return next;
}

// Completes the worklist from a run on: a run of one entity at a time, so that the columns' bases
// stay in registers.
static void close_over_cascades(Engine *engine, uint32_t first_run) {
  for (uint32_t run = first_run; run < engine->runs.count; run++) {
    uint32_t entity = engine->runs.items[run].entity;
    const ColumnList *list = &engine->tables[entity].cascade;
    uint32_t next = engine->runs.items[run].start;
    while (list->count && next < end_of_run(engine, run)) {
      uint32_t end = end_of_run(engine, run);
      uint32_t stopped = end;
      for (uint16_t i = 0; i < list->count; i++) {
        const Column *column = &engine->columns[list->columns[i]];
        uint32_t last = engine->runs.count - 1;
        if (engine->runs.items[last].entity != column->schema.destination)
          open_run(engine, column->schema.destination);
        bool goes_on = list->count == 1 && run == engine->runs.count - 1;
        stopped = cascade(engine, column, next, end, goes_on);
      }
      next = stopped;
    }
  }
}

// What a nullify rule does to one survivor, or takes back. Its own end keeps its place: a block is
// only counted down, a to-one only told that it is vacant.
static inline void nullify_end(Engine *engine, Column *opposite, Table *table, uint32_t survivor,
                               One dying, bool is_undone) {
  if (opposite->ones)
    opposite->ones[survivor] = is_undone ? dying : (One){NONE, dying.position};
  else
    opposite->blocks[survivor].count += is_undone ? 1 : -1;
  if (!is_undone) mark_changed(engine, table, opposite->schema.source, survivor);
}

// Lets survivors lose their references to the dead of some runs, or gives them back.
static void nullify(Engine *engine, uint32_t first_run, bool is_undone) {
  for (uint32_t run = first_run; run < engine->runs.count; run++) {
    const ColumnList *list = &engine->tables[engine->runs.items[run].entity].nullify;
    uint32_t start = engine->runs.items[run].start, end = end_of_run(engine, run);
    for (uint16_t c = 0; c < list->count; c++) {
      const Column *column = &engine->columns[list->columns[c]];
      Column *opposite = &engine->columns[column->schema.opposite];
      Table *table = &engine->tables[column->schema.destination];
      const uint8_t *state = table->state;
      const uint32_t *dead = engine->dead.items, *slots = column->pool.slots;
      if (column->ones) {
        const One *ones = column->ones;
        for (uint32_t i = start; i < end; i++) {
          uint32_t other = ones[dead[i]].slot;
          if (other == NONE || !(state[other] & IS_ALIVE)) continue;
          nullify_end(engine, opposite, table, other, (One){dead[i], 0}, is_undone);
        }
      } else {
        for (uint32_t i = start; i < end; i++) {
          Block block = column->blocks[dead[i]];
          for (uint32_t position = 0; position < block.extent; position++) {
            uint32_t other = slots[block.offset + position];
            if (!(state[other] & IS_ALIVE)) continue;
            nullify_end(engine, opposite, table, other, (One){dead[i], position}, is_undone);
          }
        }
      }
    }
  }
}

void engine_process_pending_changes(Engine *engine) {
  if (engine->processed == engine->requested.count) return;
  uint64_t all = 0;
  for (uint16_t i = 0; i < engine->entity_count; i++) all += engine->tables[i].count;
  if (all > engine->dead.capacity) RESERVE(&engine->dead, (uint32_t)all);

  uint32_t first_run = engine->runs.count;
  APPEND(&engine->batches, (Batch){first_run, engine->changed.count});
  for (; engine->processed < engine->requested.count; engine->processed++) {
    Object object = engine->requested.items[engine->processed];
    uint8_t *state = &engine->tables[object.entity].state[object.slot];
    if (!(*state & IS_ALIVE)) continue;  // It went with an earlier one.
    *state &= ~IS_ALIVE;
    uint32_t runs = engine->runs.count;
    if (runs == first_run || engine->runs.items[runs - 1].entity != object.entity)
      open_run(engine, object.entity);
    engine->dead.items[engine->dead.count++] = object.slot;
  }
  close_over_cascades(engine, first_run);
  nullify(engine, first_run, false);
}

// Brings back all that the deletes asked for have done, the latest first.
static void restore(Engine *engine) {
  while (engine->batches.count) {
    Batch batch = engine->batches.items[--engine->batches.count];
    nullify(engine, batch.first_run, true);
    for (uint32_t run = batch.first_run; run < engine->runs.count; run++) {
      uint8_t *state = engine->tables[engine->runs.items[run].entity].state;
      uint32_t end = end_of_run(engine, run);
      for (uint32_t i = engine->runs.items[run].start; i < end; i++)
        state[engine->dead.items[i]] |= IS_ALIVE;
    }
    if (batch.first_run < engine->runs.count)
      engine->dead.count = engine->runs.items[batch.first_run].start;
    engine->runs.count = batch.first_run;
    while (engine->changed.count > batch.changed_count) {
      Object object = engine->changed.items[--engine->changed.count];
      engine->tables[object.entity].state[object.slot] &= ~IS_CHANGED;
    }
  }
  engine->processed = 0;
}

// ---------------------------------------------------------------- save

static void add_problem(Problems **problems, Problem problem) {
  if (!*problems) *problems = allocated(calloc(1, sizeof **problems));
  APPEND(*problems, problem);
}

void engine_free_problems(Problems *problems) {
  if (!problems) return;
  for (uint32_t i = 0; i < problems->count; i++) free(problems->items[i].blockers);
  free(problems->items);
  free(problems);
}

// What is alive in one relationship of an object, as the blockers of a denial.
static void deny(const Engine *engine, Object object, uint16_t relationship, Problems **problems) {
  const Column *column = &engine->columns[relationship];
  uint32_t entity = column->schema.destination;
  const uint8_t *state = engine->tables[entity].state;
  const uint32_t *others = column->ones ? &column->ones[object.slot].slot
                                        : column->pool.slots + column->blocks[object.slot].offset;
  uint32_t extent = column->ones ? *others != NONE : column->blocks[object.slot].extent;
  uint32_t count = 0;
  for (uint32_t i = 0; i < extent; i++) count += state[others[i]] & IS_ALIVE;
  if (!count) return;
  Problem problem = {PROBLEM_DENIED, object, relationship, 0,
                     allocated(malloc(count * sizeof(Object)))};
  for (uint32_t i = 0; i < extent; i++)
    if (state[others[i]] & IS_ALIVE)
      problem.blockers[problem.blocker_count++] = (Object){entity, others[i]};
  add_problem(problems, problem);
}

static void find_denials(const Engine *engine, Problems **problems) {
  for (uint32_t run = 0; run < engine->runs.count; run++) {
    uint32_t entity = engine->runs.items[run].entity, end = end_of_run(engine, run);
    const ColumnList *list = &engine->tables[entity].deny;
    for (uint16_t c = 0; c < list->count; c++)
      for (uint32_t i = engine->runs.items[run].start; i < end; i++)
        deny(engine, (Object){entity, engine->dead.items[i]}, list->columns[c], problems);
  }
}

static void validate(const Engine *engine, Object object, Problems **problems) {
  const ColumnList *list = &engine->tables[object.entity].bounded;
  for (uint16_t i = 0; i < list->count; i++) {
    Relationship schema = engine->columns[list->columns[i]].schema;
    uint32_t count = engine_count(engine, object, list->columns[i]);
    Problem problem = {PROBLEM_MISSING, object, list->columns[i], 0, NULL};
    if (!count && schema.is_optional) continue;
    if (!schema.is_to_many && !count)
      add_problem(problems, problem);
    else if (count < schema.min_count)
      problem.kind = PROBLEM_TOO_FEW, add_problem(problems, problem);
    else if (schema.is_to_many && schema.max_count && count > schema.max_count)
      problem.kind = PROBLEM_TOO_MANY, add_problem(problems, problem);
  }
}

// Drops the dead slots of an object's blocks of which less than half is left.
static void compact(Engine *engine, Object object) {
  const ColumnList *list = &engine->tables[object.entity].all;
  for (uint16_t i = 0; i < list->count; i++) {
    Column *column = &engine->columns[list->columns[i]];
    if (!column->blocks) continue;
    Block *block = &column->blocks[object.slot];
    Column *opposite = &engine->columns[column->schema.opposite];
    // Where the dead leave no reference behind but by nullify, `count` says how many are left.
    if (block->count >= block->extent / 2 || opposite->schema.rule != RULE_NULLIFY) continue;
    const uint8_t *state = engine->tables[column->schema.destination].state;
    uint32_t *slots = column->pool.slots + block->offset, kept = 0;
    for (uint32_t k = 0; k < block->extent; k++) {
      if (!(state[slots[k]] & IS_ALIVE)) continue;
      if (opposite->ones) opposite->ones[slots[k]].position = kept;
      slots[kept++] = slots[k];
    }
    block->extent = kept;
  }
}

Problems *engine_save(Engine *engine) {
  engine_process_pending_changes(engine);
  Problems *problems = NULL;
  find_denials(engine, &problems);
  for (uint32_t i = 0; i < engine->changed.count; i++)
    if (engine_contains(engine, engine->changed.items[i]))
      validate(engine, engine->changed.items[i], &problems);
  if (problems) {
    restore(engine);
    return problems;
  }
  for (uint32_t i = 0; i < engine->changed.count; i++) {
    Object object = engine->changed.items[i];
    engine->tables[object.entity].state[object.slot] &= ~IS_CHANGED;
    if (engine_contains(engine, object)) compact(engine, object);
  }
  for (uint16_t i = 0; i < engine->entity_count; i++)
    engine->tables[i].stored_count = engine->tables[i].count;
  forget_pending(engine);
  return NULL;
}

// ---------------------------------------------------------------- rollback

// Takes an object that was never saved out of all that it is linked to. Its slot stays dead.
static void retire(Engine *engine, uint16_t entity, uint32_t slot) {
  Table *table = &engine->tables[entity];
  for (uint16_t i = 0; i < table->all.count; i++) {
    Column *column = &engine->columns[table->all.columns[i]];
    Column *opposite = &engine->columns[column->schema.opposite];
    if (column->ones && column->ones[slot].slot != NONE)
      disconnect(column, opposite, slot, column->ones[slot].slot);
    while (column->blocks && column->blocks[slot].extent) {
      Block block = column->blocks[slot];
      disconnect(column, opposite, slot, column->pool.slots[block.offset + block.extent - 1]);
    }
  }
  table->state[slot] = 0;
}

void engine_rollback(Engine *engine) {
  restore(engine);
  for (uint32_t i = 0; i < engine->requested.count; i++) {
    Object object = engine->requested.items[i];
    engine->tables[object.entity].state[object.slot] &= ~IS_REQUESTED;
  }
  for (uint32_t i = 0; i < engine->changed.count; i++) {
    Object object = engine->changed.items[i];
    engine->tables[object.entity].state[object.slot] &= ~IS_CHANGED;
  }
  for (uint16_t entity = 0; entity < engine->entity_count; entity++) {
    Table *table = &engine->tables[entity];
    for (uint32_t slot = table->stored_count; slot < table->count; slot++)
      retire(engine, entity, slot);
    table->stored_count = table->count;
  }
  for (uint32_t i = engine->link_changes.count; i > 0; i--) {
    LinkChange change = engine->link_changes.items[i - 1];
    Column *column = &engine->columns[change.relationship];
    Column *opposite = &engine->columns[column->schema.opposite];
    if (change.is_made)
      disconnect(column, opposite, change.source, change.destination);
    else
      connect(column, opposite, change.source, change.destination);
  }
  forget_pending(engine);
}
