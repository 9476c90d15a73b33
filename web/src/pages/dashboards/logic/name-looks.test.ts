import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookOf } from '../../../../../src/charts/looks.ts';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { looksFor, namesIn } from './name-looks.ts';

const NONE = new Map();
const time = new Date(0).toISOString();
const shown = (columns: ShownPanel['columns'], row: object): ShownPanel => ({
  tag: 't',
  columns,
  rows: [row],
  from: time,
  to: time,
  computedAt: time,
  stale: false,
  limits_applied: [],
});
const series = {
  kind: 'timeseries',
  shown: shown(
    [
      { name: '_time', type: 'time' },
      { name: 'checkout', type: 'number' },
      { name: 'payments', type: 'number' },
    ],
    { _time: time, checkout: 1, payments: 2 },
  ),
} as const;
const share = {
  kind: 'share',
  shown: shown(
    [
      { name: 'service', type: 'text' },
      { name: 'count', type: 'number' },
    ],
    { service: 'payments', count: 5 },
  ),
} as const;

test('a name has one colour in all panels, whichever of them answers first', () => {
  const late = namesIn([{ ...series, shown: undefined }, share]);
  const all = namesIn([series, share]);
  const looks = looksFor(all, NONE);

  assert.deepEqual(late, [['payments']]);
  assert.deepEqual(all, [['checkout', 'payments'], ['payments']]);
  assert.notEqual(lookOf('checkout', looks), lookOf('payments', looks));
});

test('names keep their colour when others come, and looks that suffice are the same ones', () => {
  const before = looksFor(namesIn([share]), NONE);
  const after = looksFor(namesIn([series, share]), before);

  assert.equal(after.get('payments'), before.get('payments'));
  assert.equal(looksFor([['payments']], after), after);
});
