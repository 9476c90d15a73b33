import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookOf } from '../../../../../src/charts/looks.ts';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import { nameLooks } from './name-looks.ts';

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
  const all = nameLooks([series, share], NONE);
  const late = nameLooks([series, share], nameLooks([{ ...series, shown: undefined }], NONE));

  assert.deepEqual([...all], [...late]);
  assert.deepEqual([...all.keys()], ['checkout', 'payments']);
  assert.notEqual(lookOf('checkout', all), lookOf('payments', all));
});

test('names keep their colour when others come', () => {
  const before = nameLooks([share], NONE);
  const after = nameLooks([series, share], before);

  assert.equal(after.get('payments'), before.get('payments'));
});
