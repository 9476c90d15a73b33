import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { eventsOfGroup } from './evidence.ts';
import { boundsOf, frontierFor, windowOf } from './asking.ts';

const TICK = Date.UTC(2026, 0, 15, 12);
const DAY_MS = 86_400_000;

const ARRIVAL = { window: 300, delay: 20, lateMax: 3_600, basis: 'arrival' } as const;
const EVENT = { ...ARRIVAL, basis: 'event' } as const;
const WINDOW = { from: TICK - 320_000, to: TICK - 20_000 };

test('a window ends the delay before its tick', () => {
  assert.deepEqual(windowOf(ARRIVAL, TICK), WINDOW);
  assert.deepEqual(windowOf({ ...ARRIVAL, delay: 0 }, TICK), { from: TICK - 300_000, to: TICK });
});

test('by their own time events have until the tick to be stored', () => {
  assert.equal(frontierFor(ARRIVAL, TICK), TICK - 20_000);
  assert.equal(frontierFor(EVENT, TICK), TICK);
});

test('by arrival the stored time is bounded, and events may be late or a day ahead', () => {
  assert.deepEqual(boundsOf(ARRIVAL, WINDOW, TICK), {
    from: WINDOW.from - 3_600_000,
    to: WINDOW.to + DAY_MS,
    stored: WINDOW,
    arrival: { lateMsMax: 3_600_000, aheadMsMax: DAY_MS },
  });
});

test('by their own time the window is that of the events, stored up to the tick', () => {
  assert.deepEqual(boundsOf(EVENT, WINDOW, TICK), {
    ...WINDOW,
    stored: { from: WINDOW.from - DAY_MS, to: TICK },
  });
});

const GROUP = { key: null, eventsFrom: WINDOW.from, eventsTo: WINDOW.to };

test('the events of a group are those of its window', () => {
  assert.deepEqual(eventsOfGroup(exampleRule(ARRIVAL), GROUP), boundsOf(ARRIVAL, WINDOW, TICK));
  assert.deepEqual(eventsOfGroup(exampleRule(EVENT), GROUP), {
    ...WINDOW,
    stored: { from: undefined, to: undefined },
  });
});

test('the events of a group that is late are those of its stretch, however long ago stored', () => {
  const details = { late: { from: 1_000, to: 301_000 } };

  assert.deepEqual(eventsOfGroup(exampleRule(ARRIVAL), { ...GROUP, details }), {
    from: 1_000,
    to: 301_000,
    stored: { from: undefined, to: WINDOW.to },
    arrival: { lateMsMax: 3_600_000, aheadMsMax: DAY_MS },
  });
});
