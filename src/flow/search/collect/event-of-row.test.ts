import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CollectStage } from '../../../language/index.ts';
import { eventOfRow } from './event-of-row.ts';

const OPTIONS: CollectStage['options'] = {
  marker: undefined,
  source: undefined,
  sourcetype: 'stash',
  host: undefined,
  testmode: false,
};
const stage = (options: Partial<CollectStage['options']> = {}): CollectStage => ({
  kind: 'collect',
  index: 'summary',
  options: { ...OPTIONS, ...options },
  start: 0,
  end: 0,
});

test('an event keeps its text, time, source and level; what only the store knows is left out', () => {
  const row = {
    _time: '2026-01-31T11:00:00.000Z',
    _id: 'x',
    _index: 'web',
    event: 'paid',
    level: 'warn',
    source: 'nginx',
    host: 'web-1',
    empty: null,
  };

  assert.deepEqual(eventOfRow(row, stage({ marker: 'team=ops, note="a b"' }), 0), {
    event: 'paid, team=ops, note="a b"',
    timestamp: '2026-01-31T11:00:00.000Z',
    source: 'nginx',
    level: 'warn',
    attributes: { host: 'web-1', sourcetype: 'stash', team: 'ops', note: 'a b' },
  });
});

test('other rows become name=value pairs, with the time that they have or the given one', () => {
  const row = { host: 'a "b"', list: ['x', 'y'], count: 3 };
  const options = { source: 's', host: 'h', sourcetype: 'daily' };

  assert.deepEqual(eventOfRow(row, stage(options), 5_000), {
    event: 'host="a \\"b\\"", list="[\\"x\\",\\"y\\"]", count=3',
    timestamp: '1970-01-01T00:00:05.000Z',
    source: 's',
    attributes: { host: 'h', list: ['x', 'y'], count: 3, sourcetype: 'daily' },
  });
  assert.equal(eventOfRow({ _time: 12.5 }, stage(), 0).timestamp, '1970-01-01T00:00:12.500Z');
  assert.equal(
    eventOfRow({ _time: 12.5, info_min_time: 7 }, stage(), 0).timestamp,
    '1970-01-01T00:00:07.000Z',
  );
  assert.equal(eventOfRow({ _time: 1e300 }, stage(), 0).timestamp, '1970-01-01T00:00:00.000Z');
  assert.equal(eventOfRow({ _time: 'soon' }, stage(), 0).timestamp, '1970-01-01T00:00:00.000Z');
});
