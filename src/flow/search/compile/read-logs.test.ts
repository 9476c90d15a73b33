/** Which events a search may see at all: those of its organization, its indexes and its times. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../base/ids.ts';
import { bind, sql } from '../../../engines/store/sql.ts';
import { minuteConditions, readEachIndex, type ReadScope, scopeConditions } from './read-logs.ts';

const SCOPE: ReadScope = {
  organization: organizationId('org_test'),
  indexes: ['web'],
  from: 60_000,
  to: 120_000,
};

function written(scope: Partial<ReadScope>): string {
  const { text, parameters } = bind(scopeConditions({ ...SCOPE, ...scope }));
  return filledIn(text, parameters);
}

function filledIn(text: string, parameters: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{(p\d+):[^}]*\}/g, (_, name: string) => parameters.get(name) ?? '');
}

const OWN =
  'organization = org_test AND index_name = web AND ' +
  'timestamp >= 1970-01-01 00:01:00.000 AND timestamp < 1970-01-01 00:02:00.000';
const LATE = '(toUnixTimestamp64Milli(stored_at) - toUnixTimestamp64Milli(timestamp))';

test('a scope names organization, indexes and times', () => {
  assert.equal(written({}), OWN);
  assert.equal(written({ indexes: [] }), OWN.replace('= web', 'IN []'));
  assert.equal(written({ indexes: ['web', 'jobs'] }), OWN.replace('= web', "IN ['web','jobs']"));
});

test('events past the retention of their index are left out, where the range reaches them', () => {
  const kept = new Map([
    ['web', 60_001],
    ['jobs', 60_000],
  ]);

  assert.equal(
    written({ kept }),
    `${OWN} AND (index_name != web OR timestamp >= 1970-01-01 00:01:00.001)`,
  );
  assert.equal(written({ kept: new Map([['web', 60_000]]) }), OWN);
  assert.equal(written({ kept: new Map() }), OWN);
  assert.equal(written({ kept: new Map(), from: 0 }), OWN.replace('00:01:00', '00:00:00'));
});

test('when events were stored and how late they came is asked where it is bounded', () => {
  assert.equal(
    written({ stored: { from: 1, to: 2 } }),
    `${OWN} AND stored_at >= 1970-01-01 00:00:00.001 AND stored_at < 1970-01-01 00:00:00.002`,
  );
  assert.equal(
    written({ stored: { from: 1, to: undefined } }),
    `${OWN} AND stored_at >= 1970-01-01 00:00:00.001`,
  );
  assert.equal(
    written({ arrival: { receivedFrom: 3, lateMsMax: 4, aheadMsMax: 5 } }),
    `${OWN} AND received_at >= 1970-01-01 00:00:00.003 AND ${LATE} <= 4 AND ${LATE} >= -5`,
  );
  assert.equal(written({ arrival: { lateMsMax: 4 } }), `${OWN} AND ${LATE} <= 4`);
  assert.equal(written({ arrival: {} }), OWN);
});

test('whole minutes are bound as the store counts them', () => {
  const { text, parameters } = bind(
    minuteConditions({ ...SCOPE, kept: new Map([['web', 60_001]]) }),
  );

  assert.equal(
    filledIn(text, parameters),
    'organization = org_test AND index_name = web AND ' +
      'toStartOfMinute(timestamp) >= 1970-01-01 00:01:00.000 AND ' +
      'toStartOfMinute(timestamp) < 1970-01-01 00:02:00.000 AND ' +
      '(index_name != web OR toStartOfMinute(timestamp) >= 1970-01-01 00:01:00.001)',
  );
});

test('two to eight indexes are read one by one', () => {
  const reads = (count: number): number => {
    const indexes = Array.from({ length: count }, (_, i) => `i${i}`);
    const seen: (readonly string[])[] = [];
    const read = readEachIndex({ ...SCOPE, indexes }, (one) => {
      seen.push(one.indexes);
      return sql`1`;
    });
    assert.deepEqual(seen, read === undefined ? [] : indexes.map((index) => [index]));
    return seen.length;
  };

  assert.deepEqual([0, 1, 2, 8, 9].map(reads), [0, 0, 2, 8, 0]);
});
