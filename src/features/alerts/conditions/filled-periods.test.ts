/** Whether there were events in a period in which the query found none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted, measure } from '../../../../test/support/counting-store.ts';
import type { AlertCondition } from '../../../contract/alert-conditions.ts';

const CHANGE: AlertCondition = { kind: 'change', compare: 'day', periods: 1 };

/** The statements for a present that has events, and a day before on which the query found nothing. */
async function askedFor(query: string): Promise<readonly string[]> {
  const settings = { basis: 'event', query } as const;
  const { asked } = await measure(CHANGE, [[counted({ count: 9 })], [counted({ count: 0 })]], {
    settings,
  });
  return asked;
}

const OF_INDEX = [
  'index=main level=error',
  '_index=main level=error',
  'index IN (main) level=error',
  'index=main',
];
for (const query of OF_INDEX) {
  test(`of “${query}” its index is looked at, and nothing else of it`, async () => {
    const asked = await askedFor(query);

    assert.equal(asked.length, 3);
    assert.match(asked[2] ?? '', /\bmain\b/);
    assert.doesNotMatch(asked[2] ?? '', /error/);
    assert.match(asked[2] ?? '', /2026-01-14 11:55:00.000 .*2026-01-14 12:00:00.000 /);
    assert.match(asked[2] ?? '', /LIMIT/);
  });
}

test('a query of no index looks at whatever there is', async () => {
  const [, , both = ''] = await askedFor('level=error host=a');
  const [, , either = ''] = await askedFor('level=error OR index=main');

  assert.doesNotMatch(both, /error|host/);
  assert.doesNotMatch(either, /error/);
});

test('while events may be missing a value that is as before is safe, and a smaller one unknown', async () => {
  const holds = async (present: number) => {
    const answers = [present, 20, 20, 20].map((count) => [counted({ count })]);
    const { measured } = await measure({ ...CHANGE, periods: 3, direction: 'both' }, answers, {
      settings: { basis: 'event', query: 'level=error' },
      isBehind: true,
    });
    return measured.groups[0]?.holds;
  };

  assert.deepEqual([await holds(20), await holds(19)], ['safe', 'unknown']);
});
