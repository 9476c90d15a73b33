# A parser's tests under node:test, TAP reporter with nested suites.
cat > date.test.mjs <<'T'
import { test, describe, it } from 'node:test';
import assert from 'node:assert/strict';
describe('date parser', () => {
  it('reads ISO dates', () => assert.equal(new Date('2024-02-29').getUTCDate(), 29));
  it('reads German dates', () => assert.equal(Number.isNaN(new Date('29.02.2024').getTime()), false));
  it('rejects the 30th of February', () => assert.throws(() => { throw new RangeError('no such day'); }));
  it('keeps the time zone offset', () => assert.equal(new Date('2024-01-01T00:00:00+02:00').toISOString(), '2023-12-31T22:00:00.000Z'));
  it('understands week numbers', { skip: 'needs Intl data' }, () => {});
});
describe('formatter', () => {
  it('pads single digits', () => assert.equal(String(7).padStart(2, '0'), '07'));
  it('writes month names in French', () => assert.equal('January', 'janvier'));
  it('prints relative times', { todo: 'after release 2' }, () => assert.fail('missing'));
});
test('leap second is ignored', () => assert.equal(new Date('2016-12-31T23:59:60Z').getTime(), NaN));
test('cache survives a restart', async () => { await new Promise((r) => setTimeout(r, 5)); });
test('benchmark of one million dates', { skip: process.env.BENCH === undefined }, () => {});
T
node --test --test-reporter=tap date.test.mjs
