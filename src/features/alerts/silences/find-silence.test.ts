import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertSilenceSettings } from '../../../contract/alert-silences.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { isSilenced } from './find-silence.ts';
import { stretchAt } from './silence-stretch.ts';

const EVERYTHING = { rules: [], tags: [], severities: [], group: {} };
const NOON = Date.parse('2026-01-15T12:00:00Z');
const TODAY: AlertSilenceSettings['times'] = {
  kind: 'range',
  from: '2026-01-15T00:00:00.000Z',
  to: '2026-01-16T00:00:00.000Z',
};

const DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

function weekly(
  start: string,
  end: string,
  timeZone = 'Europe/Berlin',
  days: readonly (typeof DAYS)[number][] = DAYS,
): AlertSilenceSettings['times'] {
  return { kind: 'weekly', days: [...days], start, end, timeZone };
}

const STEP_MINUTES = 15;

/** How long a silence holds within some hours, by asking again and again. */
function minutesOf(times: AlertSilenceSettings['times'], from: string, hours: number): number {
  const start = Date.parse(from);
  let minutes = 0;
  for (let at = start; at < start + hours * HOUR_MS; at += STEP_MINUTES * MINUTE_MS) {
    if (stretchAt(times, at) !== undefined) minutes += STEP_MINUTES;
  }
  return minutes;
}

test('in Berlin 02:30 to 03:30 lasts two hours in autumn, half an hour in spring, else an hour', () => {
  const times = weekly('02:30', '03:30');

  assert.equal(minutesOf(times, '2026-10-24T12:00:00Z', 24), 120);
  assert.equal(minutesOf(times, '2026-03-28T12:00:00Z', 24), 30);
  assert.equal(minutesOf(times, '2026-06-01T12:00:00Z', 24), 60);
  assert.deepEqual(stretchAt(times, Date.parse('2026-10-25T01:15:00Z')), {
    from: Date.parse('2026-10-25T00:30:00Z'),
    to: Date.parse('2026-10-25T02:30:00Z'),
  });
  assert.deepEqual(stretchAt(times, Date.parse('2026-03-29T01:15:00Z')), {
    from: Date.parse('2026-03-29T01:00:00Z'),
    to: Date.parse('2026-03-29T01:30:00Z'),
  });
});

test('an end that the clock shows twice counts the second time, one that it skips at the gap', () => {
  assert.equal(minutesOf(weekly('01:00', '02:15'), '2026-10-24T12:00:00Z', 24), 135);
  assert.equal(minutesOf(weekly('01:00', '02:15'), '2026-03-28T12:00:00Z', 24), 60);
  assert.equal(minutesOf(weekly('02:15', '02:45'), '2026-03-28T12:00:00Z', 24), 0);
});

test('a night that begins on a day goes on into the next one', () => {
  const times = weekly('22:00', '06:00', 'UTC', ['saturday']);
  const isQuiet = (at: string): boolean => stretchAt(times, Date.parse(at)) !== undefined;

  assert.equal(isQuiet('2026-01-17T21:59:59.999Z'), false);
  assert.equal(isQuiet('2026-01-17T22:00:00Z'), true);
  assert.equal(isQuiet('2026-01-18T05:59:59.999Z'), true);
  assert.equal(isQuiet('2026-01-18T06:00:00Z'), false);
  assert.equal(isQuiet('2026-01-18T22:30:00Z'), false);
  assert.equal(minutesOf(weekly('22:00', '06:00'), '2026-10-24T10:00:00Z', 24), 540);
  assert.equal(
    minutesOf(weekly('00:00', '00:00', 'UTC', ['sunday']), '2026-01-15T00:00Z', 168),
    1_440,
  );
});

test('days are those of the zone', () => {
  const times = weekly('00:30', '01:00', 'Asia/Tokyo', ['monday']);

  assert.equal(stretchAt(times, Date.parse('2026-01-18T15:45:00Z')) !== undefined, true);
  assert.equal(stretchAt(times, Date.parse('2026-01-19T15:45:00Z')) !== undefined, false);
});

test('from and to are half open', () => {
  assert.equal(stretchAt(TODAY, Date.parse('2026-01-15T00:00:00Z')) !== undefined, true);
  assert.equal(stretchAt(TODAY, Date.parse('2026-01-14T23:59:59.999Z')), undefined);
  assert.equal(stretchAt(TODAY, Date.parse('2026-01-16T00:00:00Z')), undefined);
});

test('every kind of matcher must match, by one of its entries', () => {
  const rule = exampleRule({ tags: ['web', 'eu'], severity: 'error' }, { id: 'alr_1' });
  const cases: readonly [match: Partial<AlertSilenceSettings['match']>, isMatch: boolean][] = [
    [{}, true],
    [{ rules: ['alr_1'] }, true],
    [{ rules: ['alr_2', 'alr_1'] }, true],
    [{ rules: ['alr_2'] }, false],
    [{ tags: ['eu'] }, true],
    [{ tags: ['us'] }, false],
    [{ severities: ['error', 'critical'] }, true],
    [{ severities: ['info'] }, false],
    [{ rules: ['alr_1'], tags: ['us'] }, false],
    [{ group: { host: 'web-7' } }, true],
    [{ group: { host: 'web-7', zone: 'b' } }, false],
    [{ group: { toString: '*' } }, false],
  ];

  for (const [match, isMatch] of cases) {
    const silence: AlertSilenceSettings = { match: { ...EVERYTHING, ...match }, times: TODAY };
    const subject = { rule, group: { host: 'web-7', zone: 'a' } };
    assert.equal(isSilenced(silence, subject, NOON), isMatch, JSON.stringify(match));
  }
  const silence: AlertSilenceSettings = {
    match: { ...EVERYTHING, group: { host: '*' } },
    times: TODAY,
  };
  assert.equal(isSilenced(silence, { rule, group: null }, NOON), false);
  assert.equal(isSilenced(silence, { rule, group: { host: 'a' } }, NOON), true);
});

test('a star stands for any characters, and nothing else has a meaning', () => {
  const cases: readonly [pattern: string, value: string, isMatch: boolean][] = [
    ['web-*', 'web-7', true],
    ['web-*', 'web-', true],
    ['web-*', 'a web-7', false],
    ['*-7', 'web-7', true],
    ['*-7', 'web-7b', false],
    ['w*b*7', 'web-b7', true],
    ['w*7*b', 'web-7', false],
    ['ab*ba', 'aba', false],
    ['*', '', true],
    ['a.c', 'abc', false],
    ['a**c', 'ac', true],
    ['Web', 'web', false],
    ['*a*a*a*a*a*a*b', 'a'.repeat(256), false],
  ];

  for (const [pattern, value, isMatch] of cases) {
    const group = { host: pattern };
    const silence: AlertSilenceSettings = { match: { ...EVERYTHING, group }, times: TODAY };
    const subject = { rule: exampleRule(), group: { host: value } };
    assert.equal(isSilenced(silence, subject, NOON), isMatch, `${pattern} ${value}`);
  }
});
