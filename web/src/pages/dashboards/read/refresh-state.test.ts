import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { applyPart, beginRefresh, failRefresh, NOTHING_YET, tagsOf } from './refresh-state.ts';

const time = new Date(0).toISOString();
const SHOWN: ShownPanel = {
  tag: 'a1',
  columns: [],
  rows: [],
  from: time,
  to: time,
  computedAt: time,
  stale: false,
  limits_applied: [],
};
const END = { statements: 1, cached: 0, elapsedMs: 1 };

function shownOnce() {
  const begun = beginRefresh(NOTHING_YET, ['p', 'q']);
  return applyPart(begun, { kind: 'panel', id: 'p', answer: SHOWN });
}

test('a panel waits until its part is there, and says under which tag it is known', () => {
  const state = shownOnce();

  assert.equal(state.panels.get('p')?.isWaiting, false);
  assert.equal(state.panels.get('q')?.isWaiting, true);
  assert.deepEqual(tagsOf(state, ['p', 'q']), { p: 'a1' });
});

test('what has not changed stays the same thing, so that nothing is drawn anew', () => {
  const again = beginRefresh(shownOnce(), ['p']);
  const unchanged = { unchanged: true, stale: false } as const;
  const state = applyPart(again, { kind: 'panel', id: 'p', answer: unchanged });
  const stale = { unchanged: true, stale: true } as const;

  assert.equal(state.panels.get('p')?.shown, SHOWN);
  assert.equal(
    applyPart(again, { kind: 'panel', id: 'p', answer: stale }).panels.get('p')?.shown?.stale,
    true,
  );
});

test('a failure stays with its panel, beside what was shown before', () => {
  const error = { code: 'QUERY_TIMEOUT', error: 'It took too long.' };
  const again = beginRefresh(shownOnce(), ['p', 'q']);
  const state = applyPart(again, { kind: 'panel', id: 'p', answer: { error } });

  assert.equal(state.panels.get('p')?.shown, SHOWN);
  assert.equal(state.panels.get('p')?.failure, error);
  const fixed = applyPart(state, { kind: 'panel', id: 'p', answer: SHOWN });
  assert.equal(fixed.panels.get('p')?.failure, undefined);
});

test('when the call fails nothing waits any more, and what was shown stays', () => {
  const state = failRefresh(shownOnce(), new Error('gone'));

  assert.equal(state.isRefreshing, false);
  assert.equal(state.panels.get('q')?.isWaiting, false);
  assert.equal(state.panels.get('p')?.shown, SHOWN);
  assert.equal(beginRefresh(state, ['p']).error, undefined);
});

test('marks of a source take the place of its earlier ones, and equal ones change nothing', () => {
  const mark = { name: 'Deployments', color: 1, isGrouped: false, marks: [] };
  const first = applyPart(NOTHING_YET, { kind: 'annotation', answer: mark });
  const same = applyPart(first, { kind: 'annotation', answer: { ...mark } });
  const other = applyPart(first, { kind: 'annotation', answer: { ...mark, color: 2 } });

  assert.equal(same, first);
  assert.deepEqual(
    other.annotations.map(({ color }) => color),
    [2],
  );
  assert.equal(applyPart(first, { kind: 'done', end: END }).isRefreshing, false);
});
