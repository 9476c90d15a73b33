import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyEmpty } from './why-empty.ts';

const RANGE = { from: '2026-11-15T00:00:00.000Z', to: '2026-11-15T01:00:00.000Z' };
const LABELS = {
  ...RANGE,
  columns: [
    { name: 'path', type: 'text' },
    { name: 'count', type: 'number' },
  ],
  rows: [{ path: '/', count: 3 }],
};
const TEXTS = { ...RANGE, columns: [{ name: 'path', type: 'text' }], rows: [{ path: '/' }] };

test('no rows are told with the range, on the clock of the zone', () => {
  const words = whyEmpty('table', { ...LABELS, rows: [] }, 'Europe/Berlin');
  assert.match(words ?? '', /No results from 2026-11-15 01:00:00 to 2026-11-15 02:00:00/);
});

test('times without any series are nothing found', () => {
  const bare = {
    ...RANGE,
    columns: [{ name: '_time', type: 'time' }],
    rows: [{ _time: RANGE.from }],
  };
  assert.match(whyEmpty('timeseries', bare, 'UTC') ?? '', /No results/);
});

test('rows of another form are told with what is needed and what there is', () => {
  assert.match(whyEmpty('timeseries', LABELS, 'UTC') ?? '', /returns path, count.*timechart/);
  assert.match(whyEmpty('value', TEXTS, 'UTC') ?? '', /needs a number/);
  assert.match(whyEmpty('bars', TEXTS, 'UTC') ?? '', /labels and a number/);
  assert.match(whyEmpty('heatmap', TEXTS, 'UTC') ?? '', /bucket/);
});

test('what can be shown is not empty', () => {
  for (const kind of ['value', 'bars', 'share', 'table', 'logs', 'patterns'] as const) {
    assert.equal(whyEmpty(kind, LABELS, 'UTC'), undefined, kind);
  }
});
