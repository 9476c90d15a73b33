/** Every number that stands in the page people read is the number that is in force, and none is missing there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DEFAULTS } from './defaults.ts';
import { limitsWith } from './limits.ts';

const page = readFileSync(new URL('../../docs/operating/limits.md', import.meta.url), 'utf8');

/** What a unit of the page is in the unit that the name of a limit ends with. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  characters: 1,
  tokens: 1,
  bytes: 1,
  KB: 1_024,
  MB: 1_048_576,
  GB: 1_073_741_824,
  '%': 0.01,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  day: 86_400_000,
  days: 86_400_000,
};

function numberOf(name: string, reported: string): number {
  const [, digits = '', unit = ''] = /^(-?[\d,.]+) ?(.*)$/.exec(reported) ?? [];
  const factor = UNITS[unit] ?? assert.fail(`a unit that is not known: ${reported}`);
  const value = Number(digits.replaceAll(',', '')) * factor;
  if (/Days(?:[A-Z][a-z]+)?$/.test(name)) return value / 86_400_000;
  return /Seconds(?:[A-Z][a-z]+)?$/.test(name) ? value / 1_000 : value;
}

test('every number of the page is in force', () => {
  const reported = new Map(
    [...page.matchAll(/^\| `([a-zA-Z]+\.[a-zA-Z0-9]+)` *\| ([^|]+?) *\|/gm)].map(
      ([, path = '', value = '']) => [path, value] as const,
    ),
  );
  const inForce = Object.entries(limitsWith(DEFAULTS)).flatMap(([group, limits]) =>
    Object.entries<unknown>(limits).map(([name, value]) => [`${group}.${name}`, value] as const),
  );

  for (const [path, value] of inForce) {
    const expected = reported.get(path) ?? assert.fail(`the page does not tell ${path}`);
    if (typeof value === 'number') {
      const difference = Math.abs(numberOf(path, expected) - value);
      assert.ok(difference <= Math.abs(value) * 1e-9, `${path} is ${value}, not ${expected}`);
    } else assert.equal(String(value), expected, path);
  }
});
