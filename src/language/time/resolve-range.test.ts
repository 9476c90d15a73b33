import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { parse } from '../parser/parser.ts';
import { resolveRange } from './resolve-range.ts';

const context = { now: Date.parse('2026-08-05T12:00:00Z'), timeZone: 'Europe/Berlin' };

function rangeOf(text: string, given: { earliest?: string; latest?: string } = {}): string {
  const range = resolveRange(parse(text).query, given, context);
  if (range.kind === 'problem') return range.message;
  return `${new Date(range.from).toISOString()} ${new Date(range.to).toISOString()}`;
}

test('without any bound the last day up to now is searched', () => {
  const range = resolveRange(parse('error').query, {}, context);

  assert.deepEqual(range, {
    kind: 'range',
    from: context.now - LIMITS.query.rangeMsDefault,
    to: context.now,
  });
});

test('times in the query win over those of the caller', () => {
  const given = { earliest: '-7d', latest: '-1d' };

  assert.equal(rangeOf('error', given), '2026-07-29T12:00:00.000Z 2026-08-04T12:00:00.000Z');
  assert.equal(
    rangeOf('error earliest=-2h latest=-1h', given),
    '2026-08-05T10:00:00.000Z 2026-08-05T11:00:00.000Z',
  );
  assert.equal(
    rangeOf('error earliest=-2h', given),
    '2026-08-05T10:00:00.000Z 2026-08-05T12:00:00.000Z',
  );
  assert.equal(
    rangeOf('error latest=-2d', given),
    '2026-07-29T12:00:00.000Z 2026-08-03T12:00:00.000Z',
  );
  assert.equal(rangeOf('error latest=-2d'), '2026-08-02T12:00:00.000Z 2026-08-03T12:00:00.000Z');
});

test('the bounds of tstats count, those of a subsearch do not', () => {
  assert.equal(
    rangeOf('| tstats count WHERE earliest=@d'),
    '2026-08-04T22:00:00.000Z 2026-08-05T12:00:00.000Z',
  );
  assert.equal(
    rangeOf('a [search b earliest=-1h | fields c]', { earliest: '-2h' }),
    '2026-08-05T10:00:00.000Z 2026-08-05T12:00:00.000Z',
  );
});

test('a range that ends before it begins, or a text that is no time, is a problem', () => {
  assert.match(rangeOf('a earliest=-1h latest=-2h'), /ends before it starts/);
  assert.match(rangeOf('a earliest=now latest=now'), /ends before it starts/);
  assert.match(rangeOf('a', { earliest: 'tomorrow' }), /isn’t a valid time/);
  assert.match(rangeOf('a', { latest: 'tomorrow' }), /isn’t a valid time/);
  assert.equal(rangeOf('a', { earliest: ' ', latest: '' }).length, 49);
});
