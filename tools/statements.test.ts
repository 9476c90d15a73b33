import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ELSEWHERE,
  findForeign,
  findIdle,
  findStrays,
  findUnusedLoans,
  LENT,
} from './statements.ts';

const STATEMENTS = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'];

for (const statement of STATEMENTS) {
  test(`${statement} outside of a …-table.ts is found, with its line`, () => {
    const text = `export const read = ({ db }) =>\n  db\n    .${statement}('things')\n    .execute();\n`;

    const strays = findStrays(new Map([['src/features/things/list-things.ts', text]]));

    assert.deepEqual(strays, [{ file: 'src/features/things/list-things.ts', line: 3, statement }]);
    assert.deepEqual(findStrays(new Map([['src/features/things/things-table.ts', text]])), []);
  });
}

test('the statements that tables share are taken in a …-table.ts alone', () => {
  const text =
    "import { organizationRows } from './organization-rows.ts';\nconst things = organizationRows('things');\n";

  const [stray] = findStrays(new Map([['src/features/things/list-things.ts', text]]));

  assert.deepEqual([stray?.line, stray?.statement], [2, 'organizationRows']);
});

test('an exception has a reason, and goes when nothing needs it', () => {
  for (const reason of Object.values(ELSEWHERE)) assert.ok(reason.length > 0);

  const emptied = new Map(Object.keys(ELSEWHERE).map((file) => [file, 'export {};']));

  assert.deepEqual(findIdle(emptied), Object.keys(ELSEWHERE));
});

const TABLES = [
  'src/engines/metadata/tables/things.ts',
  "declare module '../tables.ts' {\n  interface Tables {\n    things: ThingRow;\n  }\n}\n",
] as const;

const FOREIGN = [
  "db.selectFrom('things').execute()",
  "db.selectFrom(['others', 'things']).execute()",
  "db.insertInto('things').values(row)",
  "db.updateTable('things').set(row)",
  "db\n    .deleteFrom('things')",
  "db.selectFrom('others').innerJoin('things', 'things.id', 'others.id')",
  'db.selectFrom(table).selectAll()',
  "organizationRows('things')",
];

for (const statement of FOREIGN) {
  test(`${JSON.stringify(statement)} is refused in a room that does not own the table`, () => {
    const found = (file: string) => findForeign(new Map([TABLES, [file, statement]]));

    assert.equal(found('src/features/others/others-table.ts').length, 1);
    if (statement.includes('things')) {
      assert.deepEqual(found('src/features/things/sorts/things-table.ts'), []);
    }
  });
}

test('what was lent is for one room and one table, has a reason, and goes when nobody uses it', () => {
  const [[room, tables] = ['', {}]] = Object.entries(LENT);
  const [table = ''] = Object.keys(tables);
  const owner = `interface Tables {\n    ${table}: Row;\n    further: Row;\n}`;
  const sources = (...named: string[]) =>
    new Map([
      ['src/engines/metadata/tables/owners.ts', owner],
      [`${room}/a-table.ts`, named.map((each) => `db.selectFrom('${each}')`).join(';\n')],
    ]);

  assert.deepEqual(findForeign(sources(table)), []);
  assert.deepEqual(findForeign(sources(table, 'further')), [
    { file: `${room}/a-table.ts`, line: 2, table: 'further', owner: 'owners' },
  ]);
  assert.ok(!findUnusedLoans(sources(table)).includes(`${room} ${table}`));
  assert.ok(findUnusedLoans(sources()).includes(`${room} ${table}`));
  for (const reasons of Object.values(LENT)) {
    for (const reason of Object.values(reasons)) assert.ok(reason.length > 0);
  }
});
