import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../../../../test/support/seeded-random.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { foldStates, nextCourse, stateOf, UNKNOWN } from './fold-states.ts';
import { codesOf } from './minute-codes.ts';

const { outageMinutes, recoveryMinutes, silentMinutes, slowMinutes, slowOfMinutes } = LIMITS.status;

/** The state after minutes written as letters: up, slow, down, none. */
function after(letters: string): string {
  const codes = letters.split('').map((letter) => codesOf(letter)[0] ?? 0);
  return stateOf(foldStates((minute) => codes[minute] ?? 0, 0, codes.length));
}

test('nothing known is no data, and the first good minute is good', () => {
  assert.equal(after(''), 'no_data');
  assert.equal(after('n'), 'no_data');
  assert.equal(after('u'), 'operational');
});

test('one down minute degrades, two in a row are an outage', () => {
  assert.equal(after('uuud'), 'degraded');
  assert.equal(after(`uuu${'d'.repeat(outageMinutes)}`), 'outage');
  assert.equal(after('uuudud'), 'degraded');
});

test('three good minutes end it, two do not', () => {
  assert.equal(after(`dd${'u'.repeat(recoveryMinutes - 1)}`), 'outage');
  assert.equal(after(`dd${'u'.repeat(recoveryMinutes)}`), 'operational');
  assert.equal(after('dduuduu'), 'outage');
  assert.equal(after('duu'), 'degraded');
  assert.equal(after('duuu'), 'operational');
});

test('three slow of five degrade, two do not', () => {
  assert.equal(after('uuusus'), 'operational');
  assert.equal(after('uuususs'), 'degraded');
  assert.equal(after('suuus'), 'operational');
  assert.equal(after('ssuus'), 'degraded');
  assert.deepEqual([slowMinutes, slowOfMinutes], [3, 5]);
});

test('what answers slowly after an outage is degraded', () => {
  assert.equal(after('ddss'), 'outage');
  assert.equal(after('ddsss'), 'degraded');
});

test('silence neither mends nor breaks: the state comes back as it was', () => {
  assert.equal(after(`dd${'n'.repeat(silentMinutes - 1)}`), 'outage');
  assert.equal(after(`dd${'n'.repeat(silentMinutes)}`), 'no_data');
  assert.equal(after(`dd${'n'.repeat(120)}u`), 'outage');
  assert.equal(after(`dd${'n'.repeat(120)}uuu`), 'operational');
  assert.equal(after('uuudnd'), 'outage');
});

test('beginning at the last good minutes gives the state of the whole history', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 2_000; round += 1) {
    const codes = Array.from({ length: 40 }, () => random.integer(0, 3));
    const whole = codes.reduce(nextCourse, UNKNOWN);

    const folded = foldStates((minute) => codes[minute] ?? 0, 0, codes.length);

    assert.equal(stateOf(folded), stateOf(whole), `seed 7: ${codes.join('')}`);
  }
});
