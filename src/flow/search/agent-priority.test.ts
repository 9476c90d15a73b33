/** Statements of agents pause for those of people: each of them says so, and none of a person does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeRows, fakeSearch } from '../../../test/support/search/fake-search.ts';
import type { Actor } from '../../base/actor.ts';
import { noWork } from './ask-store.ts';
import { runSearch } from './run-search.ts';
import type { SearchNeeds } from './search-needs.ts';
import { countArrivals } from './trees/count-arrivals.ts';
import { parse } from '../../language/index.ts';
import { readContext } from './views/context.ts';
import { listFields } from './views/fields.ts';
import { readHistogram } from './views/histogram.ts';

const ID = '0f00000000000000';
const EVENT = { c1: '2026-01-30T00:00:00.000Z', c2: ID, c3: 'main', c4: 'x', c5: 'info', c6: 's' };
const COUNTED = { c1: 0, c2: 0, c3: 0, c4: 0, c5: null, c6: null, c7: null, c8: null, c9: 0 };

type Ask = (needs: SearchNeeds, actor: Actor, signal: AbortSignal) => Promise<unknown>;

const WAYS: readonly (readonly [name: string, answers: readonly FakeRows[], ask: Ask])[] = [
  ['search', [[]], (needs, actor, signal) => runSearch(needs, actor, { query: 'error' }, signal)],
  [
    'search with progress',
    [[]],
    (needs, actor, signal) => runSearch(needs, actor, { query: 'error' }, signal, noWork()),
  ],
  ['fields', [[]], (needs, actor, signal) => listFields(needs, actor, { query: 'error' }, signal)],
  [
    'histogram',
    [[]],
    (needs, actor, signal) => readHistogram(needs, actor, { query: 'error', split: '' }, signal),
  ],
  [
    'neighbors',
    [[EVENT], [], []],
    (needs, actor, signal) => readContext(needs, actor, ID, {}, signal),
  ],
  [
    'counted arrivals',
    [[COUNTED]],
    (needs, actor, signal) => {
      const { query } = parse('error');
      assert.ok(query !== undefined);
      const times = { from: 1, to: 2, stored: { from: 3, to: 4 }, now: 5, timeoutMs: 1_000 };
      const counting = { ...times, by: [], lateMsMin: 7, order: 'most', rowsMax: 2 } as const;
      return countArrivals(needs, actor, { ...counting, query }, signal);
    },
  ],
];

for (const [name, answers, ask] of WAYS) {
  test(`${name}: statements of an agent have a lower priority than those of a person`, async () => {
    const prioritiesOf = async (via: Pick<Actor, 'via'>): Promise<unknown[]> => {
      const { needs, actor, asked, signal } = fakeSearch(answers);
      await ask(needs, { ...actor, ...via }, signal);
      return asked.map(({ options }) => options.settings?.['priority']);
    };

    assert.deepEqual(
      await prioritiesOf({ via: 'mcp' }),
      answers.map(() => 5),
    );
    assert.deepEqual(
      await prioritiesOf({}),
      answers.map(() => undefined),
    );
  });
}
