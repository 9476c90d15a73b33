import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '../../../../src/spec/units.ts';
import { contextScopes, contextSearches, joinAround } from './context-scope.ts';
import { toEvent } from './log-event.ts';

const ROW = {
  _id: '1',
  _time: '2026-01-31T10:00:00.000Z',
  _index: 'web',
  source: 'app',
  host: 'h "1"',
  event: 'x',
};
const EVENT = toEvent(ROW);

function scopeOf(name: string, event = EVENT) {
  const scope = contextScopes(event).find((each) => each.name === name);
  assert.ok(scope !== undefined, name);
  return scope;
}

test('scopes are those that the event has, up to everything', () => {
  assert.deepEqual(
    contextScopes(EVENT).map(({ name }) => name),
    ['source', 'host', 'index', 'everything'],
  );
  assert.equal(scopeOf('index').query, 'index=web');
  assert.equal(scopeOf('everything').query, 'index=*');
  const reported = toEvent({ ...ROW, _index: '_audit' });
  assert.equal(scopeOf('everything', reported).query, '(index=* OR index=_audit)');
});

test('neighbours are looked for on both sides, without the filter of the search', () => {
  const [before, after] = contextSearches(EVENT, scopeOf('host'), undefined, 10, 5);

  assert.equal(before.query, 'index=web host="h \\"1\\""');
  assert.equal(before.earliest, '2026-01-30T10:00:00.000Z');
  assert.equal(before.latest, '2026-01-31T10:00:00.001Z');
  assert.equal(before.limit, 12);
  assert.equal(after.query, 'index=web host="h \\"1\\"" | sort 0 _time | head 6');
  // Those of the same moment are found backwards, and not once more.
  assert.equal(after.earliest, before.latest);
});

test('a window bounds both sides, and holds its own ends', () => {
  const [before, after] = contextSearches(EVENT, scopeOf('everything'), MINUTE_MS, 10, 5);

  assert.equal(before.earliest, '2026-01-31T09:59:00.000Z');
  assert.equal(after.latest, '2026-01-31T10:01:00.001Z');
});

test('both sides are shown oldest first, and whether there are more', () => {
  const at = (id: string, time: string) => toEvent({ ...ROW, _id: id, _time: time });
  const same = at('2', ROW._time);
  const sooner = at('3', '2026-01-31T09:59:59.000Z');
  const later = at('4', '2026-01-31T10:00:01.000Z');

  const around = joinAround(EVENT, [[EVENT, same, sooner], [later]], 2, 1);

  assert.deepEqual(
    [around.before, around.after].map((events) => events.map(({ id }) => id)),
    [['3', '2'], ['4']],
  );
  assert.deepEqual([around.hasMoreBefore, around.hasMoreAfter], [false, false]);
  const few = joinAround(
    EVENT,
    [
      [EVENT, same, sooner],
      [later, later],
    ],
    1,
    1,
  );
  assert.deepEqual([few.hasMoreBefore, few.hasMoreAfter], [true, true]);
});
