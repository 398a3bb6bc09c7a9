// SQLite in memory, as an app would set it up: a table for each entity, indexed foreign keys that
// carry the rules, prepared statements. Deletes are statements of their own, which is one
// transaction each.
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "measuring.h"

typedef enum { SHAPE_TREE, SHAPE_CHAIN, SHAPE_OWNED, SHAPE_MANY_TO_MANY } Shape;

static const char *const tree_schema =
    "CREATE TABLE node (id INTEGER PRIMARY KEY,"
    " parent INTEGER REFERENCES node ON DELETE CASCADE);"
    "CREATE INDEX node_parent ON node (parent);";
// SQLite refuses cascades deeper than 1000, so a chain is deleted by a recursive query instead.
static const char *const chain_schema =
    "CREATE TABLE node (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES node);"
    "CREATE INDEX node_parent ON node (parent);";
static const char *const owned_schema =
    "CREATE TABLE source (id INTEGER PRIMARY KEY);"
    "CREATE TABLE destination (id INTEGER PRIMARY KEY,"
    " source INTEGER REFERENCES source ON DELETE %s);"
    "CREATE INDEX destination_source ON destination (source);";
static const char *const many_to_many_schema =
    "CREATE TABLE source (id INTEGER PRIMARY KEY);"
    "CREATE TABLE destination (id INTEGER PRIMARY KEY);"
    "CREATE TABLE link (source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,"
    " destination INTEGER NOT NULL REFERENCES destination ON DELETE CASCADE,"
    " PRIMARY KEY (source, destination)) WITHOUT ROWID;"
    "CREATE INDEX link_destination ON link (destination);";
static const char *const chain_delete =
    "WITH RECURSIVE doomed (id) AS (VALUES (?1)"
    " UNION ALL SELECT node.id FROM node JOIN doomed ON node.parent = doomed.id)"
    " DELETE FROM node WHERE id IN doomed";

static sqlite3 *database;

static void check(int code) {
  if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
    wrong(sqlite3_errmsg(database));
}

static void execute(const char *sql) { check(sqlite3_exec(database, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
  return statement;
}

// Runs a statement that returns no rows, with up to two numbers.
static int step(sqlite3_stmt *statement, int64_t first, int64_t second) {
  int count = sqlite3_bind_parameter_count(statement);
  if (count > 0) sqlite3_bind_int64(statement, 1, first);
  if (count > 1) sqlite3_bind_int64(statement, 2, second);
  sqlite3_step(statement);
  return sqlite3_reset(statement);
}

static void add_numbers(sqlite3_stmt *query, uint64_t *first, uint64_t *second) {
  check(sqlite3_step(query));
  *first += (uint64_t)sqlite3_column_int64(query, 0);
  if (second) *second += (uint64_t)sqlite3_column_int64(query, 1);
  sqlite3_reset(query);
}

typedef struct {
  Shape shape;
  sqlite3_stmt *begin, *commit;
  sqlite3_stmt *insert_source, *insert_destination, *insert_link;
  sqlite3_stmt *delete_source, *delete_destination, *blockers;
  sqlite3_stmt *empty[3], *survivors, *links;
} Statements;

static Shape shape_of(const Workload *work) {
  if (work->inverse.is_to_many) return SHAPE_MANY_TO_MANY;
  if (work->source_count < work->object_count) return SHAPE_OWNED;
  return work->forward.is_to_many ? SHAPE_TREE : SHAPE_CHAIN;
}

static void open_database(const Workload *work, Statements *statements) {
  check(sqlite3_open(":memory:", &database));
  execute("PRAGMA foreign_keys = ON");
  Shape shape = statements->shape = shape_of(work);
  char sql[512];
  snprintf(sql, sizeof sql, owned_schema,
           work->forward.rule == RULE_CASCADE ? "CASCADE" : "RESTRICT");
  execute(shape == SHAPE_TREE    ? tree_schema
          : shape == SHAPE_CHAIN ? chain_schema
          : shape == SHAPE_OWNED ? sql
                                 : many_to_many_schema);
  statements->begin = prepare("BEGIN");
  statements->commit = prepare("COMMIT");
  if (shape == SHAPE_TREE || shape == SHAPE_CHAIN) {
    statements->insert_source = prepare("INSERT INTO node VALUES (?1, NULL)");
    statements->insert_link = prepare("INSERT INTO node VALUES (?2, ?1)");
    statements->delete_source =
        prepare(shape == SHAPE_TREE ? "DELETE FROM node WHERE id = ?1" : chain_delete);
    statements->survivors = prepare("SELECT count(*), sum(id) FROM node");
    statements->links = prepare("SELECT count(parent) FROM node");
    return;
  }
  statements->insert_source = prepare("INSERT INTO source VALUES (?1)");
  statements->delete_source = prepare("DELETE FROM source WHERE id = ?1");
  statements->delete_destination = prepare("DELETE FROM destination WHERE id = ?1");
  statements->survivors = prepare(
      "SELECT count(*), sum(id) FROM (SELECT id FROM source UNION ALL SELECT id FROM destination)");
  if (shape == SHAPE_OWNED) {
    statements->insert_link = prepare("INSERT INTO destination VALUES (?2, ?1)");
    statements->blockers = prepare("SELECT count(*) FROM destination WHERE source = ?1");
    statements->links = prepare("SELECT count(source) FROM destination");
  } else {
    statements->insert_destination = prepare("INSERT INTO destination VALUES (?1)");
    statements->insert_link = prepare("INSERT INTO link VALUES (?1, ?2)");
    statements->links = prepare("SELECT count(*) FROM link");
    statements->empty[0] = prepare("DELETE FROM link");
    statements->empty[1] = prepare("DELETE FROM source");
    statements->empty[2] = prepare("DELETE FROM destination");
  }
}

// Where the link is a column of the destination, the two are inserted together. The generated
// links name a tree's nodes from the root on, so each finds its parent there.
static void build(const Workload *work, const Statements *statements) {
  if (statements->shape == SHAPE_TREE || statements->shape == SHAPE_CHAIN) {
    check(step(statements->insert_source, work->deletes[0], 0));
  } else {
    for (uint32_t i = 0; i < work->source_count; i++)
      check(step(statements->insert_source, i, 0));
    for (uint32_t i = work->source_count; statements->insert_destination && i < work->object_count;
         i++)
      check(step(statements->insert_destination, i, 0));
  }
  for (uint32_t i = 0; i < work->link_count; i++)
    check(step(statements->insert_link, work->links[i].source, work->links[i].destination));
}

static void delete(const Workload *work, const Statements *statements, uint32_t object,
                   Result *result) {
  bool is_source = object < work->source_count;
  int code =
      step(is_source ? statements->delete_source : statements->delete_destination, object, 0);
  if (code == SQLITE_CONSTRAINT && statements->blockers) {
    result->denied++;
    sqlite3_bind_int64(statements->blockers, 1, object);
    add_numbers(statements->blockers, &result->blockers, NULL);
    return;
  }
  check(code);
  if (!sqlite3_changes(database)) wrong("an object to delete was not there");
}

static void inspect(const Statements *statements, Result *result) {
  add_numbers(statements->survivors, &result->survivors, &result->id_sum);
  add_numbers(statements->links, &result->links, NULL);
}

static void run_scenarios(const Workload *work, Result *result) {
  Statements statements = {0};
  open_database(work, &statements);
  uint64_t start = now_ns();
  for (uint32_t i = 0; i < work->delete_count; i++) {
    check(step(statements.begin, 0, 0));
    for (int table = 0; table < 3; table++) check(step(statements.empty[table], 0, 0));
    build(work, &statements);
    delete(work, &statements, work->deletes[i], result);
    check(step(statements.commit, 0, 0));
    inspect(&statements, result);
  }
  result->delete_ns = now_ns() - start;
}

static void run(const Workload *work, Result *result) {
  sqlite3_initialize();
  uint64_t bytes = resident_bytes();
  uint64_t start = now_ns();
  Statements statements = {0};
  open_database(work, &statements);
  check(step(statements.begin, 0, 0));
  build(work, &statements);
  check(step(statements.commit, 0, 0));
  result->build_ns = now_ns() - start;
  result->bytes = resident_bytes() - bytes;

  start = now_ns();
  for (uint32_t i = 0; i < work->delete_count; i++)
    delete(work, &statements, work->deletes[i], result);
  result->delete_ns = now_ns() - start;
  inspect(&statements, result);
}

int main(int count, char **arguments) {
  if (count == 2 && !strcmp(arguments[1], "--version")) return puts(sqlite3_libversion()) < 0;
  if (count != 3) wrong("usage: sqlite WORKLOAD SIZE");
  Workload work = workload_generate(arguments[1], arguments[2]);
  Result result = {0};
  if (work.course == COURSE_ROLLBACK) wrong("rollback is not measured here");
  if (work.course == COURSE_SCENARIOS)
    run_scenarios(&work, &result);
  else
    run(&work, &result);
  finish(&work, &result);
}
