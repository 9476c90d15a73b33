import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ConstraintViolation } from '../violations.ts';
import { isBusy, toViolation } from './sqlite-errors.ts';

const database = new DatabaseSync(':memory:');
database.exec(`
  pragma foreign_keys = on;
  create table owners (id text primary key, code text not null unique);
  create table things (
    owner text not null references owners (id),
    name text not null,
    place integer not null check (place > 0),
    colour text,
    size integer,
    weight integer,
    constraint things_by_colour unique (colour, size),
    constraint things_by_size unique ( size , place ),
    unique (owner, place)
  );
  create unique index things_weight on things (weight);
  create unique index things_lower on things (lower(name));
  create trigger no_zero before insert on owners when new.id = 'zero'
    begin select raise(abort, 'no zero'); end;
  insert into owners values ('a', 'c');
  insert into things values ('a', 'first', 1, 'red', 5, 9);
`);

/** What the store says when this is done. */
function thrown(statement: string): unknown {
  try {
    database.exec(statement);
  } catch (error) {
    return toViolation(error, database);
  }
  return undefined;
}

const insert = (values: string): string => `insert into things values (${values})`;

for (const [statement, kind, name] of [
  ["insert into owners values ('a', 'd')", 'unique', 'owners_pkey'],
  ["insert into owners values ('b', 'c')", 'unique', 'owners_code_key'],
  [insert("'a', 'second', 2, 'blue', 6, 9"), 'unique', 'things_weight'],
  [insert("'a', 'FIRST', 2, 'blue', 6, 8"), 'unique', 'things_lower'],
  [insert("'a', 'second', 1, 'blue', 6, 8"), 'unique', 'things_owner_place_key'],
  [insert("'a', 'second', 2, 'red', 5, 8"), 'unique', 'things_by_colour'],
  [insert("'a', 'second', 0, 'blue', 6, 8"), 'check', 'place > 0'],
  ["insert into owners values ('zero', 'd')", 'check', 'no zero'],
  [insert("'gone', 'second', 2, 'blue', 6, 8"), 'foreign_key', ''],
  [insert("'a', null, 2, 'blue', 6, 8"), 'not_null', 'things.name'],
] as const) {
  test(`${statement} breaks a rule that is told by its name`, () => {
    const violation = thrown(statement);

    assert.ok(violation instanceof ConstraintViolation);
    assert.deepEqual([violation.kind, violation.constraint], [kind, name]);
  });
}

test('whatever else is wrong stays what it is', () => {
  const wrong = thrown('select absent from owners');
  assert.ok(wrong instanceof Error && !(wrong instanceof ConstraintViolation));
  assert.match(wrong.message, /no such column/);
  assert.equal(toViolation('text', database), 'text');
});

test('a file that another process holds is busy, whatever the reason', () => {
  const withCode = (errcode: unknown): Error => Object.assign(new Error('x'), { errcode });

  for (const code of [5, 261, 517, 773]) assert.equal(isBusy(withCode(code)), true, String(code));
  for (const code of [0, 6, 4, 2067, '5', undefined]) {
    assert.equal(isBusy(withCode(code)), false, String(code));
  }
  assert.equal(isBusy(new Error('database is locked')), false);
  assert.equal(isBusy({ errcode: 5 }), false);
});
