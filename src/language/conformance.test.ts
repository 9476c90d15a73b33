/** What the language promises about meaning, as far as the tree alone shows it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainTree } from '../../test/support/language/plain-tree.ts';
import { HOUR_MS } from '../spec/units.ts';
import { parse } from './parser/parser.ts';
import { explain } from './print/printer.ts';
import { resolveRange } from './time/resolve-range.ts';
import { resolveTime } from './time/resolve-time.ts';
import { autoSpan, bucketsOf } from './time/span.ts';
import { openZone } from './time/zone.ts';

function assertSame(left: string, right: string): void {
  const [first, second] = [parse(left).query, parse(right).query];
  assert.ok(first && second);
  assert.deepEqual(plainTree(first), plainTree(second), `${left} and ${right}`);
}

function assertDifferent(left: string, right: string): void {
  assert.notDeepEqual(plainTree(parse(left).query), plainTree(parse(right).query));
}

test('in a search OR binds tighter than AND', () => {
  assertSame('web error OR fail', 'web (error OR fail)');
  assertSame('a AND b OR c', 'a (b OR c)');
  assertDifferent('web error OR fail', '(web error) OR fail');
});

test('in expressions AND binds tighter than OR', () => {
  assertSame('* | where a=1 AND b=2 OR c=3', '* | where ((a=1 AND b=2) OR c=3)');
  assertSame('* | where a=1 XOR b=2 OR c=3 AND d=4', '* | where a=1 XOR (b=2 OR (c=3 AND d=4))');
  assert.equal(
    explain(parse('* | where a=1 AND b=2 OR c=3').query ?? assert.fail()),
    'search *\n| where (a=1 AND b=2) OR c=3',
  );
});

test('NOT field=value and field!=value are different things', () => {
  assertDifferent('NOT status=200', 'status!=200');
  assertSame('NOT status=200', 'NOT (status=200)');
  assertSame('status NOT IN (1, 2)', 'NOT status IN (1, 2)');
});

test('NOT applies to the next term only', () => {
  assertSame('NOT a b', '(NOT a) b');
  assertSame('NOT a OR b', '(NOT a) OR b');
});

test('the words of a search keep their case for CASE, and a lower-case or is a word', () => {
  assertDifferent('a or b', 'a OR b');
  assertDifferent('Error', 'CASE(Error)');
  assertSame('a == 5', 'a=5');
});

test('an hour in minutes is 60 buckets, or 61 when it begins inside a minute', () => {
  const zone = openZone('UTC') ?? assert.fail();
  const from = Date.parse('2026-08-05T17:00:00Z');
  const range = { from, to: from + HOUR_MS };
  const span = autoSpan(range);
  const shifted = { from: from + 1500, to: from + HOUR_MS + 1500 };

  assert.equal(bucketsOf(range, span, zone).starts.length, 60);
  assert.equal(bucketsOf(shifted, span, zone).starts.length, 61);
});

test('-1d@d at 03:15 local time on the days the clock changes is the midnight before', () => {
  const at = (now: string): string => {
    const resolved = resolveTime('-1d@d', { now: Date.parse(now), timeZone: 'Europe/Berlin' });
    return resolved.kind === 'instant' ? new Date(resolved.ms).toISOString() : resolved.message;
  };

  assert.equal(at('2026-03-29T03:15:00+02:00'), '2026-03-27T23:00:00.000Z');
  assert.equal(at('2026-10-25T03:15:00+01:00'), '2026-10-23T22:00:00.000Z');
});

test('latest=@h is the full hour itself, and the range stops before it', () => {
  const { query } = parse('error earliest=-2h latest=@h');
  const now = Date.parse('2026-08-05T17:46:00Z');
  const range = resolveRange(query, {}, { now, timeZone: 'UTC' });

  assert.deepEqual(range, {
    kind: 'range',
    from: Date.parse('2026-08-05T15:46:00Z'),
    to: Date.parse('2026-08-05T17:00:00Z'),
  });
});

test('what a user writes about indexes stays below one expression', () => {
  const { query } = parse('index=* OR index=other');
  const [stage] = query?.stages ?? [];

  assert.equal(stage?.kind === 'search' && stage.expression.kind, 'or');
  assert.equal(query?.stages.length, 1);
});

test('times of the base search do not reach a subsearch', () => {
  const { query } = parse('a earliest=-1h [search b | fields c]');
  const [stage] = query?.stages ?? [];
  assert.ok(stage?.kind === 'search' && stage.expression.kind === 'and');
  const [, inner] = stage.expression.operands;
  assert.ok(inner?.kind === 'subsearch');
  const [first] = inner.query.stages;

  assert.equal(first?.kind === 'search' && first.earliest, undefined);
});
