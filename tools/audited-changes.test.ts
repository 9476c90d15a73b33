import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTenantTables, findUntold, UNTOLD, UNTOLD_TABLES } from './audited-changes.ts';

const TABLES = `declare module '../tables.ts' {
  interface Tables {
    things: ThingRow;
    nodes: NodeRow;
    ai_holds: HoldRow;
  }
}
export interface ThingRow {
  organization_id: string;
}
export interface NodeRow {
  id: string;
}
export interface HoldRow {
  organization_id: string;
}
`;
const STATEMENTS = `export async function insertThing({ db }, row) {
  await db.insertInto('things').values(row).execute();
}
`;
const VERB = `export async function createThing(needs, actor, draft) {
  await needs.metadata.transaction(async (unit) => {
    await insertThing(unit, draft);
    RECORD
  });
}
`;

function untoldIn(verb: string, statements = STATEMENTS): string[] {
  const sources = new Map([
    ['src/features/things/things-table.ts', statements],
    ['src/features/things/create-thing.ts', verb],
  ]);
  return findUntold(sources, findTenantTables([TABLES]));
}

test('rows of an organization are told by their tables', () => {
  assert.deepEqual(findTenantTables([TABLES]), new Set(['organizations', 'things']));
});

test('a verb that changes rows and records nothing is found', () => {
  assert.deepEqual(untoldIn(VERB.replace('RECORD', '')), [
    'src/features/things/create-thing.ts createThing',
  ]);
});

const SHARED = [
  "export const { find: findThing, insert: insertThing } = organizationRows('things');",
  "const things = organizationRows('things');\nexport const { insert: insertThing } = things;",
  "const things = organizationRows('things');\nexport function insertThing(unit, row) { return things.update(unit, row); }",
];

for (const statements of SHARED) {
  test(`a verb is found that changes rows by ${JSON.stringify(statements)}`, () => {
    assert.deepEqual(untoldIn(VERB.replace('RECORD', ''), statements), [
      'src/features/things/create-thing.ts createThing',
    ]);
    assert.deepEqual(
      untoldIn('export async function read(unit) { await findThing(unit); }', statements),
      [],
    );
  });
}

test('what another feature calls by the same name is not what a verb calls', () => {
  const sources = new Map([
    ['src/features/things/things-table.ts', STATEMENTS],
    ['src/features/others/copy-thing.ts', 'export function copyThing(a) { insertThing(a); }'],
  ]);

  assert.deepEqual(findUntold(sources, findTenantTables([TABLES])), []);
});

test('one that records is not, nor one that only reads', () => {
  assert.deepEqual(untoldIn(VERB.replace('RECORD', 'await recordAudit(unit, actor, {}, 0);')), []);
  assert.deepEqual(untoldIn('export async function listThings(needs) { return read(needs); }'), []);
});

test('the entry may be written by a function that the verb calls', () => {
  const verb = VERB.replace('RECORD', 'await tell(unit);');

  assert.deepEqual(untoldIn(`${verb}async function tell(unit) { await recordAudit(unit); }\n`), []);
});

test('every exception has a reason', () => {
  for (const reason of Object.values({ ...UNTOLD, ...UNTOLD_TABLES })) assert.ok(reason !== '');
});
