import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openZone, parse } from '../../../language/index.ts';
import { createRefreshSlots } from './run-statement.ts';
import { type Statement, statementOf } from './statement.ts';
import { knownStatement, openStatements } from './statements.ts';

const SCOPE = { organization: 'org_a', generation: 'g', isErasing: false, readable: 'r' };
const MOMENT = { now: 9e9, zone: openZone('UTC') ?? assert.fail(), earliest: '-1h', latest: 'now' };

function statement(text = 'x=one | stats count', rowsMax = 5): Statement {
  return statementOf(parse(text).query ?? assert.fail(text), MOMENT, rowsMax);
}

test('whatever an answer depends on is in its key, and how it was written leaves out the range', () => {
  const one = statement();
  const later = { ...one, range: { from: one.range.from + 1, to: one.range.to } };
  const base = knownStatement(SCOPE, statement('x=two | stats count'), '', 10);
  const others = [
    knownStatement({ ...SCOPE, organization: 'org_b' }, one, '', 10),
    knownStatement({ ...SCOPE, generation: 'h' }, one, '', 10),
    knownStatement({ ...SCOPE, readable: 's' }, one, '', 10),
    knownStatement(SCOPE, one, 'v', 10),
    knownStatement(SCOPE, statement('x=two | stats count'), '', 10),
    knownStatement(SCOPE, statement(undefined, 6), '', 10),
    knownStatement(SCOPE, { ...one, timeZone: 'Europe/Berlin' }, '', 10),
    knownStatement(SCOPE, later, '', 10),
    knownStatement(SCOPE, { ...one, range: { ...one.range, to: one.range.to + 1 } }, '', 10),
    knownStatement(SCOPE, one, '', 10, base),
  ];
  const known = knownStatement(SCOPE, one, '', 10);

  assert.equal(new Set([known, ...others].map(({ key }) => key)).size, 11);
  assert.equal(knownStatement(SCOPE, one, '', 99).key, known.key);
  assert.equal(knownStatement(SCOPE, later, '', 10).written, known.written);
  const places = others.slice(0, 6).map(({ written }) => written);
  assert.equal(new Set([known.written, ...places]).size, 7);
  assert.match(known.key, /^org_a:[\w-]{43}$/);
  assert.match(known.written, /^org_a:[\w-]{43}$/);
  assert.deepEqual([known.freshMs, known.isUncached, 'base' in known], [10, false, false]);
  assert.equal(knownStatement({ ...SCOPE, isErasing: true }, one, '', 10).isUncached, true);
  assert.equal(others.at(-1)?.base, base);
});

test('nothing is remembered before anything was asked', () => {
  const statements = openStatements({ clock: { now: () => 0 }, slots: createRefreshSlots() });
  const known = knownStatement(SCOPE, statement(), '', 10);

  assert.deepEqual(
    [statements.peek(known), statements.stale(known), statements.isUnderWay(known)],
    [undefined, undefined, false],
  );
  assert.deepEqual([statements.bytes(), statements.bytes('org_a')], [0, 0]);
});

test('slots are those of one organization, and whoever waits too long is told', async () => {
  const slots = createRefreshSlots(1, 20);
  const leave = await slots.take('org_a', 'first');
  const elsewhere = await slots.take('org_b', 'first');

  await assert.rejects(slots.take('org_a', 'second'), {
    code: 'QUERY_SLOTS_BUSY',
    message: 'Other panels of this organization took too long. Retry in a moment.',
    facts: { retryAfterSeconds: 1 },
  });
  leave();
  leave();
  const again = await slots.take('org_a', 'second');
  await assert.rejects(slots.take('org_a', 'third'), { code: 'QUERY_SLOTS_BUSY' });
  again();
  elsewhere();
});
