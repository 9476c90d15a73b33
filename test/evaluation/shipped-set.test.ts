import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionsOf, readSet } from '../../src/features/evaluation/model-check/read-set.ts';
import { collectSet } from '../../tools/labelled-set.ts';

for (const kind of ['open', 'sealed'] as const) {
  test(`the ${kind} set that ships is the one of this folder`, () => {
    // Otherwise run `node tools/labelled-set.ts`.
    assert.deepEqual(readSet(kind), JSON.parse(JSON.stringify(collectSet(kind))));
  });
}

test('no log of the sealed set is in the open one', () => {
  const open = Object.keys(readSet('open').logs);

  assert.deepEqual(
    Object.keys(readSet('sealed').logs).filter((log) => open.includes(log)),
    [],
  );
});

test('the sample has sixty cases from twenty logs, a quarter of them about copies', () => {
  const sample = questionsOf('sample');
  const cases = sample.flatMap((question) => question.cases);

  assert.equal(cases.length, 60);
  assert.ok(new Set(sample.map(({ log }) => log)).size >= 18);
  assert.equal(cases.filter(({ kind }) => kind === 'deleted').length, 15);
  assert.equal(cases.filter(({ expected }) => expected === 'not_found').length, 30);
});
