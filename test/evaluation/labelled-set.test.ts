import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accuracy, falseVerdicts, measure } from './measure.ts';
import { readRuns } from './read-cases.ts';

const ACCURACY_MIN = 0.8;
const FALSE_VERDICTS_MAX = 0.02;
const ITEMS_MIN = 300;

const runs = [...readRuns('dev'), ...readRuns('sealed')];

test('the labelled set is large enough to mean something', () => {
  const written = runs.flatMap((run) => run.cases).filter(({ kind }) => kind !== 'deleted');

  assert.ok(written.length >= ITEMS_MIN, `${written.length} items`);
});

for (const form of ['raw', 'compressed'] as const) {
  test(`the offline evaluator is right often enough on ${form} lines, and rarely decides without evidence`, () => {
    const answers = measure(runs, form);
    const right = accuracy(answers);
    const wrong = falseVerdicts(answers, ['absent', 'deleted']);

    assert.ok(right.share >= ACCURACY_MIN, `accuracy ${right.hits}/${right.of}`);
    assert.ok(wrong.share <= FALSE_VERDICTS_MAX, `false verdicts ${wrong.hits}/${wrong.of}`);
  });

  test(`every quote on ${form} lines stands in the line it names`, () => {
    const answers = measure(runs, form);

    assert.deepEqual(
      answers.filter(({ badQuotes }) => badQuotes > 0).map(({ description }) => description),
      [],
    );
  });
}
