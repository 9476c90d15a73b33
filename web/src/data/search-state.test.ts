import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  asksTheSame,
  DEFAULT_STATE,
  readState,
  type SearchState,
  withAbsoluteTimes,
  writeState,
} from './search-state.ts';

const FULL: SearchState = {
  query: 'level=error "a & b" | stats count by service',
  earliest: '-7d@d',
  latest: '@d',
  mode: 'patterns',
  view: 'table',
  columns: ['service', 'http.status', 'a,b', '100%'],
  sort: 'oldest',
  order: { field: '-http.status', isDown: true },
  hasDistances: true,
  saved: 'ssr_1',
  event: '0012345678901234',
  field: 'a b=c',
  isLive: true,
  compare: '1w',
};

test('every part of the state comes back from the address', () => {
  assert.deepEqual(readState(writeState(FULL)), FULL);
});

test('the usual state needs no text', () => {
  assert.equal(writeState(DEFAULT_STATE), '');
  assert.deepEqual(readState(''), DEFAULT_STATE);
});

test('an id of digits stays a text', () => {
  const state = readState('?event=12345678901234567890&q=42');

  assert.equal(state.event, '12345678901234567890');
  assert.equal(state.query, '42');
});

test('what nobody knows is as usual, and doubled or empty columns are dropped', () => {
  const state = readState(
    '?mode=magic&view=3d&sort=up&columns=a,a,%20&order=up&distances=yes&saved=',
  );

  assert.deepEqual(state, { ...DEFAULT_STATE, columns: ['a'] });
});

test('from and to are understood as well', () => {
  const { earliest, latest } = readState('?from=-4h&to=-1h');

  assert.deepEqual([earliest, latest], ['-4h', '-1h']);
});

test('an absolute link has the range in ISO times', () => {
  const state = withAbsoluteTimes(FULL, { from: 0, to: 60_000 });

  assert.equal(state.earliest, '1970-01-01T00:00:00.000Z');
  assert.equal(state.latest, '1970-01-01T00:01:00.000Z');
  assert.equal(withAbsoluteTimes(FULL, undefined), FULL);
});

test('looks do not change what is asked for', () => {
  assert.ok(asksTheSame(FULL, { ...FULL, view: 'json', columns: [], event: undefined }));
  assert.ok(!asksTheSame(FULL, { ...FULL, sort: 'newest' }));
});
