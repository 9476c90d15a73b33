import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributesOf,
  errorOf,
  pipelineEvent,
  RECEIVED_AT,
  runSteps,
} from '../../../../test/support/ingest/pipeline-events.ts';
import type { PipelineStep } from '../../../contract/pipeline-steps.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openRoom } from '../pipeline-event.ts';
import { parseKeyValueStep } from './parse-key-value.ts';
import type { StepResult } from './step.ts';
import { timeReader } from './time-format.ts';

const json = { kind: 'parse_json' } as const;
const pairs = { kind: 'parse_key_value' } as const;

test('a JSON object becomes attributes, nested names with dots, lists as they are', () => {
  const body = '{"a":1,"b":{"c":true,"d":{"e":"x"}},"list":[1,{"y":2}],"none":null,"level":"WARN"}';
  const event = runSteps(pipelineEvent({ body }), json);

  assert.deepEqual(attributesOf(event), {
    a: '1',
    'b.c': 'true',
    'b.d.e': 'x',
    list: '[1,{"y":2}]',
  });
  assert.equal(event?.level, 'warn');
  assert.equal(event?.body, body);
});

test('JSON of another field, under a prefix', () => {
  const event = pipelineEvent({ attributes: { payload: ' {"id":"7"} ' } });

  assert.equal(
    attributesOf(runSteps(event, { ...json, field: 'payload', prefix: 'p.' }))['p.id'],
    '7',
  );
});

for (const body of ['plain text', '{"a":', '[1,2]', '7', '']) {
  test(`${JSON.stringify(body)} is no JSON object: the event stays and says so, unless that is fine`, () => {
    const failed = runSteps(pipelineEvent({ body }), json);
    const fine = runSteps(pipelineEvent({ body }), { ...json, isOptional: true });

    assert.equal(errorOf(failed), 'p1: parse_json (1): the field is not a JSON object');
    assert.deepEqual(attributesOf(fine), {});
    assert.equal(failed?.body, body);
  });
}

test('what a line says cannot move an event, hide its text or pretend an error', () => {
  const body =
    '{"index":"web","_index":"web","_time":0,"_id":"x","event":"y","_raw":"z","_pipeline_error":"no","source":"own"}';
  const event = runSteps(pipelineEvent({ body }), json);

  assert.equal(event?.index, 'main');
  assert.equal(event?.timestamp, RECEIVED_AT);
  assert.equal(event?.body, body);
  assert.equal(event?.source, 'own');
  assert.equal(errorOf(event), undefined);
  assert.deepEqual(Object.keys(attributesOf(event)), [
    'parsed.index',
    'parsed._index',
    'parsed._time',
    'parsed._id',
    'parsed.event',
    'parsed._raw',
    'parsed._pipeline_error',
  ]);
});

test('names that are something in JavaScript are attributes like any other', () => {
  const body =
    '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"x":1}},"toString":"t"}';
  const event = runSteps(pipelineEvent({ body }), json, { ...pairs, isOptional: true });

  assert.deepEqual(event?.attributes, [
    ['__proto__.polluted', 'yes'],
    ['constructor.prototype.x', '1'],
    ['toString', 't'],
  ]);
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('128 attributes stay, keys and values are cut, deep nesting becomes text', () => {
  const { attributesMax, attributeKeyCharactersMax, attributeValueBytesMax } = LIMITS.events;
  const many = Object.fromEntries(
    Array.from({ length: attributesMax + 1 }, (_, i) => [`k${i}`, i]),
  );
  const long = {
    ['k'.repeat(attributeKeyCharactersMax + 1)]: 'v'.repeat(attributeValueBytesMax + 1),
  };
  const deep = `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`;

  const full = runSteps(pipelineEvent({ body: JSON.stringify(many) }), json);
  const [cut] = runSteps(pipelineEvent({ body: JSON.stringify(long) }), json)?.attributes ?? [];
  const [nested] = runSteps(pipelineEvent({ body: deep }), json)?.attributes ?? [];

  assert.equal(full?.attributes.length, attributesMax);
  assert.equal(cut?.[0].length, attributeKeyCharactersMax);
  assert.equal(cut?.[1].length, attributeValueBytesMax);
  assert.equal(nested?.[0], Array.from({ length: 16 }, () => 'a').join('.'));
});

test('key=value pairs with and without quotes', () => {
  const body = `time=12 msg="two \\"words\\"" user='Ada L' (path=/a/b?c=d) empty= flag x=1,2 "q"="v"`;

  assert.deepEqual(attributesOf(runSteps(pipelineEvent({ body }), pairs)), {
    time: '12',
    msg: 'two "words"',
    user: 'Ada L',
    path: '/a/b?c=d)',
    empty: '',
    x: '1,2',
    q: 'v',
  });
});

test('other separators, and a quote that never ends', () => {
  const step = { ...pairs, pairSeparator: ';', valueSeparator: ':' };
  const event = runSteps(pipelineEvent({ body: 'a:1; b : two words;c:"x;d:4' }), step);

  assert.deepEqual(attributesOf(event), { a: '1', b: 'two words', c: '"x', d: '4' });
});

test('no pairs at all is an error, unless that is fine', () => {
  const body = 'nothing here = = =';

  assert.match(errorOf(runSteps(pipelineEvent({ body }), pairs)) ?? '', /no key=value pairs/);
  assert.equal(
    errorOf(runSteps(pipelineEvent({ body }), { ...pairs, isOptional: true })),
    undefined,
  );
});

test('named groups become fields; groups that took no part do not', () => {
  const pattern = '^(?<verb>GET|POST) (?<path>\\S+)(?: (?<status>\\d+))?';
  const step = { kind: 'parse_regex', pattern, prefix: 'http.' } as const;

  assert.deepEqual(attributesOf(runSteps(pipelineEvent({ body: 'GET /a' }), step)), {
    'http.verb': 'GET',
    'http.path': '/a',
  });
  assert.match(
    errorOf(runSteps(pipelineEvent({ body: 'PUT /a' }), step)) ?? '',
    /the pattern doesn’t match/,
  );
  assert.match(
    errorOf(runSteps(pipelineEvent(), { ...step, field: 'gone' })) ?? '',
    /there is no field gone/,
  );
});

test('a field may be so long and no longer', () => {
  const max = LIMITS.pipelines.inputCharactersMax;
  const step = { kind: 'parse_regex', pattern: '^(?<a>x)' } as const;

  const longest = runSteps(pipelineEvent({ body: 'x'.repeat(max) }), step);
  const over = runSteps(pipelineEvent({ body: 'x'.repeat(max + 1) }), step);

  assert.deepEqual(attributesOf(longest), { a: 'x' });
  assert.match(errorOf(over) ?? '', /is over 65536 characters/);
  assert.equal(over?.body.length, max + 1);
});

test('grok finds fields by pattern', () => {
  const step = { kind: 'parse_grok', pattern: '%{IP:client.ip} %{WORD:verb}' } as const;

  assert.deepEqual(attributesOf(runSteps(pipelineEvent({ body: '10.0.0.1 GET' }), step)), {
    'client.ip': '10.0.0.1',
    verb: 'GET',
  });
  assert.match(
    errorOf(runSteps(pipelineEvent(), step)) ?? '',
    /^p1: parse_grok \(1\): the pattern/,
  );
});

const TIMES: readonly [body: string, formats: readonly string[], expected: string][] = [
  ['at 2026-11-14T08:30:00.123Z done', ['iso'], '2026-11-14T08:30:00.123Z'],
  ['2026-11-14 08:30:00,5+02:00 x', ['iso'], '2026-11-14T06:30:00.500Z'],
  ['1794644400 x', ['epoch'], '2026-11-14T08:20:00.000Z'],
  ['1794644400.25', ['epoch'], '2026-11-14T08:20:00.250Z'],
  ['1794644400123', ['epoch'], '2026-11-14T08:20:00.123Z'],
  ['1794644400123456', ['epoch'], '2026-11-14T08:20:00.123Z'],
  ['1794644400123456789', ['epoch'], '2026-11-14T08:20:00.123Z'],
  ['[14/Nov/2026:08:30:00 -0700]', ['http'], '2026-11-14T15:30:00.000Z'],
  ['<34>Nov  5 08:30:00 host', ['syslog'], '2026-11-05T08:30:00.000Z'],
  ['Dec 24 18:00:00 host', ['syslog'], '2025-12-24T18:00:00.000Z'],
  ['14.11.2026 8:05 PM', ['dd.MM.yyyy h:mm a'], '2026-11-14T20:05:00.000Z'],
  ['12:10 AM 14-11-26', ['hh:mm a dd-MM-yy'], '2026-11-14T00:10:00.000Z'],
  ['Sat, 14 November 2026 08:30 GMT', ['EEE, d MMMM yyyy HH:mm ZZ'], '2026-11-14T08:30:00.000Z'],
  ['day 2026.11.14 at 083000', ["yyyy.MM.dd 'at' HHmmss"], '2026-11-14T08:30:00.000Z'],
  ['2026-11-14T08:30:60Z', ['epoch', 'iso'], '2026-11-14T08:30:59.000Z'],
];

for (const [body, formats, expected] of TIMES) {
  test(`the time of "${body}"`, () => {
    const step = { kind: 'extract_timestamp', formats: [...formats] } as const;
    const event = runSteps(pipelineEvent({ body }), step as PipelineStep);

    assert.equal(errorOf(event), undefined);
    assert.equal(new Date(event?.timestamp ?? 0).toISOString(), expected);
  });
}

test('a time without a zone is of the zone that is named, also on the day the clock changes', () => {
  const at = (body: string): string => {
    const step = {
      kind: 'extract_timestamp' as const,
      formats: ['iso'],
      timezone: 'Europe/Berlin',
    };
    return new Date(runSteps(pipelineEvent({ body }), step)?.timestamp ?? 0).toISOString();
  };

  assert.equal(at('2026-07-01 12:00:00'), '2026-07-01T10:00:00.000Z');
  assert.equal(at('2026-10-25 12:00:00'), '2026-10-25T11:00:00.000Z');
  assert.equal(at('2026-10-25 00:30:00'), '2026-10-24T22:30:00.000Z');
});

for (const [body, reason] of [
  ['no time', 'no time was found'],
  ['2026-02-30T10:00:00Z', 'no time was found'],
  ['2026-13-01T10:00:00Z', 'no time was found'],
  ['2026-11-14T25:00:00Z', 'no time was found'],
  ['2027-01-01T00:00:00Z', 'the time is too far in the future'],
  ['1969-01-01T00:00:00Z', 'the time is before 1970'],
] as const) {
  test(`"${body}" leaves the time as it is: ${reason}`, () => {
    const event = runSteps(pipelineEvent({ body }), {
      kind: 'extract_timestamp',
      formats: ['iso'],
    });

    assert.equal(errorOf(event), `p1: extract_timestamp (1): ${reason}`);
    assert.equal(event?.timestamp, RECEIVED_AT);
  });
}

test('no piece of a format stands twice, so that no line of text takes long', () => {
  assert.notEqual(timeReader('EEEE dd MM'), undefined);
  for (const twice of ['EEEEEEEE dd MM', 'EEE EEEE dd MM', 'dd dd MM', 'MMMM MMM dd']) {
    assert.equal(timeReader(twice), undefined, twice);
  }
});

test('a time may lie seven days ahead and no further', () => {
  const last = new Date(RECEIVED_AT + LIMITS.events.futureMsMax).toISOString();
  const over = new Date(RECEIVED_AT + LIMITS.events.futureMsMax + 1).toISOString();
  const step = { kind: 'extract_timestamp', formats: ['iso'] } as const;

  assert.equal(
    errorOf(runSteps(pipelineEvent({ body: last }), { ...step, formats: ['iso'] })),
    undefined,
  );
  assert.match(
    errorOf(runSteps(pipelineEvent({ body: over }), { ...step, formats: ['iso'] })) ?? '',
    /future/,
  );
});

const LEVELS: readonly [body: string, level: string][] = [
  ['2026 WARN disk nearly full', 'warn'],
  ['[error] no space', 'error'],
  ['<Info> hello', 'info'],
  ['{"severity": "CRITICAL", "x": 1}', 'fatal'],
  ['ts=1 level=dbg msg=x', 'debug'],
  ['notice', 'info'],
  ['50', 'error'],
];

for (const [body, level] of LEVELS) {
  test(`the level of "${body}" is ${level}`, () => {
    const event = runSteps(pipelineEvent({ body }), { kind: 'extract_level' });

    assert.equal(errorOf(event), undefined);
    assert.equal(event?.level, level);
  });
}

test('a level of one’s own words, and none', () => {
  const step = { kind: 'extract_level', field: 'sev', levels: { Ernst: 'ERROR' } } as const;

  assert.equal(runSteps(pipelineEvent({ attributes: { sev: 'ernst' } }), step)?.level, 'error');
  const none = runSteps(pipelineEvent({ attributes: { sev: 'no error here' } }), step);
  assert.equal(none?.level, 'info');
  assert.match(errorOf(none) ?? '', /no level was found/);
});

test('a key that comes again keeps its place and has its last value', () => {
  const event = runSteps(pipelineEvent({ body: 'a=1 b=2 a=3' }), pairs);

  assert.deepEqual(event?.attributes, [
    ['a', '3'],
    ['b', '2'],
  ]);
});

test('pairs of a long text are read under the watchdog, those of others without', () => {
  const room = openRoom(LIMITS.events);
  const step = parseKeyValueStep(pairs);
  const run = (characters: number, isWatched: boolean): StepResult =>
    step(pipelineEvent({ body: 'a=1 '.repeat(characters / 4) }), {
      room,
      isWatched,
      indexes: new Map(),
      limits: LIMITS,
    });

  assert.equal(run(32 * 1024, false), 'done');
  assert.equal(run(32 * 1024 + 4, false), 'unwatched');
  assert.equal(run(32 * 1024 + 4, true), 'done');
});
