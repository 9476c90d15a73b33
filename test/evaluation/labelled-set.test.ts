import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accuracy, falseVerdicts, FORMS, measure } from './measure.ts';
import { readRuns, TUNED_PARTS, type Case } from './read-cases.ts';

const ACCURACY_MIN = 0.8;
const FALSE_VERDICTS_MAX = 0.02;
/** What it reached: a threshold that is changed may not make it worse. Raise them when it got better. */
const REACHED = {
  raw: { rightMin: 1_564, falseVerdictsMax: 21 },
  compressed: { rightMin: 1_462, falseVerdictsMax: 16 },
  served: { rightMin: 1_564, falseVerdictsMax: 21 },
};
const ITEMS_MIN = 300;
/** Parts by authors who had not seen the evaluator: their form is checked here. */
const FRESH_PARTS = ['sealed-b', 'sealed-c', 'sealed-d'] as const;
const FRESH_ITEMS_MIN = 160;
const FRESH_LOGS_MIN = 8;

const runs = TUNED_PARTS.flatMap((part) => readRuns(part));

test('the labelled set is large enough to mean something', () => {
  const written = runs.flatMap((run) => run.cases).filter(({ kind }) => kind !== 'deleted');

  assert.ok(written.length >= ITEMS_MIN, `${written.length} items`);
});

for (const part of FRESH_PARTS) {
  test(`the part ${part} has enough logs, and items of every kind in about the wanted shares`, () => {
    const fresh = readRuns(part);
    const written = fresh.flatMap((run) => run.cases).filter(({ kind }) => kind !== 'deleted');
    const share = (isWanted: (item: Case) => boolean): number =>
      written.filter(isWanted).length / written.length;

    assert.ok(new Set(fresh.map(({ scenario }) => scenario)).size >= FRESH_LOGS_MIN);
    assert.ok(written.length >= FRESH_ITEMS_MIN, `${written.length} items`);
    assert.ok(share(({ expected }) => expected === 'passed') >= 0.35);
    assert.ok(share(({ expected }) => expected === 'failed') >= 0.18);
    assert.ok(share(({ expected }) => expected === 'skipped') >= 0.06);
    assert.ok(share(({ kind }) => kind === 'near') >= 0.15);
    assert.ok(share(({ kind }) => kind === 'absent') >= 0.15);
  });

  test(`no log of the part ${part} has two items with the same description`, () => {
    for (const { scenario, cases } of readRuns(part)) {
      assert.equal(
        new Set(cases.map(({ description }) => description)).size,
        cases.length,
        scenario,
      );
    }
  });
}

for (const form of FORMS) {
  let known: ReturnType<typeof measure> | undefined;
  const answersOf = () => (known ??= measure(runs, form));

  test(`the offline evaluator is right often enough on ${form} lines, and rarely decides without evidence`, () => {
    const answers = answersOf();
    const right = accuracy(answers);
    const wrong = falseVerdicts(answers, ['absent', 'deleted', 'near']);

    assert.ok(right.share >= ACCURACY_MIN, `accuracy ${right.hits}/${right.of}`);
    assert.ok(wrong.share <= FALSE_VERDICTS_MAX, `false verdicts ${wrong.hits}/${wrong.of}`);
    assert.ok(right.hits >= REACHED[form].rightMin, `right ${right.hits}`);
    assert.ok(wrong.hits <= REACHED[form].falseVerdictsMax, `false verdicts ${wrong.hits}`);
  });

  test(`every quote on ${form} lines stands in the line it names`, () => {
    const answers = answersOf();

    assert.deepEqual(
      answers.filter(({ badQuotes }) => badQuotes > 0).map(({ description }) => description),
      [],
    );
  });
}
