import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { AppError } from '../../../base/errors.ts';
import type { AlertSilenceSettings } from '../../../contract/alert-silences.ts';
import { isSilenced } from './find-silence.ts';
import { boundsOf, settleMatch, settleTimes } from './settle-silence.ts';
import { stretchAt } from './silence-stretch.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const ALWAYS: AlertSilenceSettings['times'] = {
  kind: 'range',
  from: '2026-01-01T00:00:00Z',
  to: '2026-02-01T00:00:00Z',
};
const EVERYTHING: AlertSilenceSettings['match'] = {
  rules: [],
  tags: [],
  severities: [],
  group: {},
};

/** The place and the words of what is refused. */
function refusal(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    assert(error instanceof AppError && error.code === 'VALIDATION_ERROR');
    return error.facts.details?.map(({ path, message }) => `${path}: ${message}`).join();
  }
}

function settled(from: string | undefined, to: string): unknown {
  const range = { kind: 'range', to, ...(from === undefined ? {} : { from }) } as const;
  return refusal(() => settleTimes(range, 'UTC', NOW));
}

test('a silence has a beginning and an end, in this order and not over', () => {
  const range = { kind: 'range', from: '2026-01-15T12:00:00.000Z' } as const;
  const NOT_AN_INSTANT = 'Must be an ISO 8601 time with a zone, e.g. 2026-11-15T10:00:00Z.';

  assert.deepEqual(settled(undefined, '2026-01-15T14:00+01:00'), {
    ...range,
    to: '2026-01-15T13:00:00.000Z',
  });
  assert.deepEqual(settled('2026-01-15T12:00:00Z', '2026-01-15T12:00:00.001Z'), {
    ...range,
    to: '2026-01-15T12:00:00.001Z',
  });
  assert.equal(
    settled('2026-01-16T12:00:00Z', '2026-01-16T12:00:00Z'),
    'times.to: The end must be after the start.',
  );
  assert.equal(
    settled('2026-01-01T12:00:00Z', '2026-01-15T12:00:00Z'),
    'times.to: The end is in the past.',
  );
  assert.equal(settled('2026-01-15', '2026-01-16T12:00:00Z'), `times.from: ${NOT_AN_INSTANT}`);
  assert.equal(settled(undefined, '2026-01-16T12:00:00'), `times.to: ${NOT_AN_INSTANT}`);
  assert.equal(settled(undefined, '2026-13-16T12:00:00Z'), `times.to: ${NOT_AN_INSTANT}`);
});

test('a silence lasts 30 days at most', () => {
  assert.equal(typeof settled(undefined, '2026-02-14T12:00:00Z'), 'object');
  assert.equal(
    settled(undefined, '2026-02-14T12:00:00.001Z'),
    'times.to: A silence can last at most 30 days.',
  );
});

test('a weekly silence goes by its own zone, or by that of the organization', () => {
  const weekly = { kind: 'weekly' as const, start: '22:00', end: '06:00' };
  const zoneOf = (timeZone: string | undefined): unknown =>
    refusal(() => {
      const zone = timeZone === undefined ? {} : { timeZone };
      const made = settleTimes({ ...weekly, days: ['monday'], ...zone }, 'Europe/Vienna', NOW);
      return made.kind === 'weekly' && made.timeZone;
    });
  const refused = 'times.timeZone: Unknown time zone. Use an IANA name such as Europe/Berlin.';

  assert.equal(zoneOf(undefined), 'Europe/Vienna');
  assert.equal(zoneOf('America/New_York'), 'America/New_York');
  assert.deepEqual([zoneOf('Europe/Nowhere'), zoneOf('+01:00')], [refused, refused]);
});

test('what a silence does not name matches everything, and tags are trimmed', () => {
  assert.deepEqual(settleMatch({}), EVERYTHING);
  assert.deepEqual(settleMatch({ tags: [' a ', 'a', 'b'], rules: ['alr_1'] }), {
    ...EVERYTHING,
    tags: ['a', 'b'],
    rules: ['alr_1'],
  });
});

test('a range can hold between its times, a weekly silence from now on', () => {
  assert.deepEqual(boundsOf(ALWAYS, NOW), {
    starts_at: Date.UTC(2026, 0, 1),
    ends_at: Date.UTC(2026, 1, 1),
  });
  const weekly = { kind: 'weekly', days: [], start: '', end: '', timeZone: 'UTC' } as const;
  assert.deepEqual(boundsOf({ ...weekly, days: [] }, NOW), { starts_at: NOW, ends_at: null });
});

function holding(
  at: string,
  start: string,
  end: string,
  { days = ['thursday'], timeZone = 'UTC' }: { days?: string[]; timeZone?: string } = {},
): string | undefined {
  const times = { kind: 'weekly', days, start, end, timeZone } as AlertSilenceSettings['times'];
  const stretch = stretchAt(times, Date.parse(at));
  if (stretch === undefined) return undefined;
  return [stretch.from, stretch.to].map((each) => new Date(each).toISOString().slice(5, 16)).join();
}

test('a range holds from its beginning until before its end', () => {
  const held = (at: number) => stretchAt(ALWAYS, at) !== undefined;

  assert.deepEqual([held(Date.UTC(2026, 0, 1)), held(Date.UTC(2026, 0, 1) - 1)], [true, false]);
  assert.deepEqual([held(Date.UTC(2026, 1, 1) - 1), held(Date.UTC(2026, 1, 1))], [true, false]);
});

test('a weekly silence holds on its days, over midnight where it ends earlier than it begins', () => {
  assert.equal(holding('2026-01-15T08:30Z', '08:30', '17:05'), '01-15T08:30,01-15T17:05');
  assert.equal(holding('2026-01-15T08:29Z', '08:30', '17:05'), undefined);
  assert.equal(holding('2026-01-15T17:05Z', '08:30', '17:05'), undefined);
  assert.equal(holding('2026-01-14T12:00Z', '08:30', '17:05'), undefined);
  assert.equal(holding('2026-01-16T05:59Z', '22:00', '06:00'), '01-15T22:00,01-16T06:00');
  assert.equal(holding('2026-01-15T05:59Z', '22:00', '06:00'), undefined);
  assert.equal(holding('2026-01-16T07:59Z', '08:00', '08:00'), '01-15T08:00,01-16T08:00');
  assert.equal(
    holding('2026-01-18T12:00Z', '10:00', '14:00', { days: ['sunday'] }),
    '01-18T10:00,01-18T14:00',
  );
  assert.equal(
    holding('2026-01-19T12:00Z', '10:00', '14:00', { days: ['monday'] }),
    '01-19T10:00,01-19T14:00',
  );
});

test('a weekly silence goes by the clock on the wall of its zone', () => {
  const inVienna = { days: ['sunday'], timeZone: 'Europe/Vienna' };

  assert.equal(holding('2026-01-18T09:00Z', '10:00', '14:00', inVienna), '01-18T09:00,01-18T13:00');
  // The hour from two to three is skipped on 29 March, and there twice on 25 October.
  assert.equal(holding('2026-03-29T01:00Z', '02:30', '04:00', inVienna), '03-29T01:00,03-29T02:00');
  assert.equal(holding('2026-10-25T01:15Z', '02:00', '02:30', inVienna), '10-25T00:00,10-25T01:30');
});

test('a silence matches by every kind of matcher that it names', () => {
  const rule = exampleRule({ tags: ['db', 'eu'], severity: 'error' });
  const silenced = (match: Partial<AlertSilenceSettings['match']>, at = NOW) =>
    isSilenced(
      { match: { ...EVERYTHING, ...match }, times: ALWAYS },
      { rule, group: { host: 'web-7', zone: '' } },
      at,
    );

  assert.equal(silenced({}), true);
  assert.equal(silenced({}, Date.UTC(2026, 1, 1)), false);
  assert.deepEqual(
    [silenced({ rules: ['alr_other', 'alr_example'] }), silenced({ rules: ['alr_other'] })],
    [true, false],
  );
  assert.deepEqual([silenced({ tags: ['eu', 'us'] }), silenced({ tags: ['us'] })], [true, false]);
  assert.deepEqual(
    [silenced({ severities: ['error'] }), silenced({ severities: ['critical'] })],
    [true, false],
  );
  assert.equal(silenced({ tags: ['eu'], severities: ['critical'] }), false);
  assert.deepEqual(
    [silenced({ group: { host: 'web-7', zone: '' } }), silenced({ group: { host: 'web-8' } })],
    [true, false],
  );
  assert.deepEqual(
    [silenced({ group: { rack: '*' } }), silenced({ group: { toString: '*' } })],
    [false, false],
  );
});

const PATTERNS: readonly (readonly [string, string, boolean])[] = [
  ['web-7', 'web-7', true],
  ['web-7', 'web-77', false],
  ['*', '', true],
  ['web-*', 'web-', true],
  ['web-*', 'xweb-7', false],
  ['*-7', 'web-7', true],
  ['*-7', 'web-77', false],
  ['w*b*7', 'web-7', true],
  ['w*x*7', 'web-7', false],
  ['*aba*', 'ababa', true],
  ['ab*ba', 'aba', false],
  ['ab*ba', 'abba', true],
  ['a*b*b', 'ab', false],
  ['a**b', 'ab', true],
];

for (const [pattern, value, fits] of PATTERNS) {
  test(`“${pattern}” ${fits ? 'fits' : 'does not fit'} “${value}”`, () => {
    const match = { ...EVERYTHING, group: { host: pattern } };
    const subject = { rule: exampleRule(), group: { host: value } };

    assert.equal(isSilenced({ match, times: ALWAYS }, subject, NOW), fits);
    assert.equal(isSilenced({ match, times: ALWAYS }, { ...subject, group: null }, NOW), false);
  });
}
