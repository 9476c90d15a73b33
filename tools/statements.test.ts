import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ELSEWHERE, findIdle, findStrays } from './statements.ts';

const STATEMENTS = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'];

for (const statement of STATEMENTS) {
  test(`${statement} outside of a …-table.ts is found, with its line`, () => {
    const text = `export const read = ({ db }) =>\n  db\n    .${statement}('things')\n    .execute();\n`;

    const strays = findStrays(new Map([['src/features/things/list-things.ts', text]]));

    assert.deepEqual(strays, [{ file: 'src/features/things/list-things.ts', line: 3, statement }]);
    assert.deepEqual(findStrays(new Map([['src/features/things/things-table.ts', text]])), []);
  });
}

test('an exception has a reason, and goes when nothing needs it', () => {
  for (const reason of Object.values(ELSEWHERE)) assert.ok(reason.length > 0);

  const emptied = new Map(Object.keys(ELSEWHERE).map((file) => [file, 'export {};']));

  assert.deepEqual(findIdle(emptied), Object.keys(ELSEWHERE));
});
