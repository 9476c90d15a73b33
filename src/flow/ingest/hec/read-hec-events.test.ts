import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEPTH_MAX,
  EVENT_MAX,
  limits,
  NOW,
  refusalOf,
  taken,
} from '../../../../test/support/ingest/taken-events.ts';
import type { Intake } from '../partial-intake.ts';
import { takeHecEvents, takeHecLines } from './read-hec-events.ts';
import { splitObjects } from './split-objects.ts';

function events(text: string, named = {}) {
  return (intake: Intake) => takeHecEvents(Buffer.from(text), named, DEPTH_MAX, intake);
}

function lines(text: string | Buffer, named = {}) {
  return (intake: Intake) => takeHecLines(Buffer.from(text), named, intake);
}

test('each field has its place, and the address speaks for those that are missing', () => {
  const named = { host: 'h0', source: 's0', sourcetype: 't0' };
  const first = '{"event":"a","time":"1763208000.5","index":"apps","host":"h1","source":7}';
  const second = '{"event":{"level":" ","severity":"WARN"},"time":"","index":null,"source":null}';
  const third =
    '{"event":{"level":"Error"},"time":null,"fields":{"level":" Debug ","a":1,"severity":2}}';
  const { records, bytes } = taken(events(`${first} \t${second}\n${third}`, named));

  const own = { host: 'h0', sourcetype: 't0' };
  assert.deepEqual(records, [
    [500, 'apps', 'info', '7', '', 'a', { host: 'h1', sourcetype: 't0' }],
    [0, 'main', 'info', 's0', '', '{"level":" ","severity":"WARN"}', own],
    [0, 'main', 'debug', 's0', '', '{"level":"Error"}', { ...own, a: '1' }],
  ]);
  assert.equal(bytes, first.length + second.length + third.length);
  assert.deepEqual(taken(events('{"event":0,"source":"","fields":null}')).records, [
    [0, 'main', 'info', 'shipper', '', '0', {}],
  ]);
});

test('what refuses a body is said with its code and the number of the event', () => {
  const good = '{"event":"a"}';
  const large = `{"event":"${'x'.repeat(EVENT_MAX - 12)}"}`;
  const ahead = NOW + limits.futureMsMax;
  const cases: readonly (readonly [body: string, message: string, code: number, at?: number])[] = [
    ['', 'The body contains no events.', 5],
    ['7', 'An event must be a JSON object.', 6, 0],
    [`${good}{}`, 'The field event is missing.', 12, 1],
    [`${good}{"event":""}`, 'The field event is empty.', 13, 1],
    [`${good}{"event":1,"fields":7}`, 'The field fields must be a JSON object.', 6, 1],
    [`${good}{"event":1,"time":true}`, 'The field time is not a valid time.', 6, 1],
    [`${good}${good}{`, 'The body is not valid JSON.', 6, 2],
    [`${good}{"event":1,"time":${ahead + 1}}`, 'The timestamp is too far in the future.', 6, 1],
  ];
  for (const [body, message, hec, at] of cases) {
    const fields = JSON.stringify({ hec, 'invalid-event-number': at });
    assert.equal(refusalOf(events(body)), `VALIDATION_ERROR ${message} ${fields}`);
  }
  assert.equal(
    refusalOf(events(`${good}{"event":1,"index":"x"}`)),
    'UNKNOWN_INDEX Unknown index "x". {"hec":7,"invalid-event-number":1}',
  );
  assert.equal(
    refusalOf(events(good + large.replace('x', 'xx'))),
    'EVENT_TOO_LARGE The event is too large (maximum 600 bytes). {"invalid-event-number":1}',
  );
  assert.equal(taken(events(good + large)).records.length, 2);
  assert.equal(taken(events(`{"event":1,"time":${ahead}}`)).records.length, 1);
});

test('raw lines are taken as they are, without their ends and the empty ones', () => {
  const { records, bytes } = taken(lines('a\r\n\r\n \nbä\r\r\n c', { sourcetype: 't' }));

  const attributes = { sourcetype: 't' };
  assert.deepEqual(
    records.map(([, , , source, , ...rest]) => [source, ...rest]),
    [
      ['shipper', 'a', attributes],
      ['shipper', 'bä\r', attributes],
      ['shipper', ' c', attributes],
    ],
  );
  assert.equal(bytes, 1 + 4 + 2);
  assert.equal(refusalOf(lines(' \n')), 'VALIDATION_ERROR The body contains no events. {"hec":5}');
  assert.equal(
    refusalOf(lines(Buffer.from([0xff]))),
    'VALIDATION_ERROR The body is not valid UTF-8. {"hec":6}',
  );
  assert.equal(
    refusalOf(lines(`a\n${'x'.repeat(EVENT_MAX + 1)}`)),
    'EVENT_TOO_LARGE The event is too large (maximum 600 bytes). {"invalid-event-number":1}',
  );
});

test('objects that stand one behind the other are told apart, whatever their strings hold', () => {
  const spans = (text: string) =>
    splitObjects(Buffer.from(text)).map(({ start, end }) => text.slice(start, end));

  assert.deepEqual(spans('{"a":{}}{}'), ['{"a":{}}', '{}']);
  assert.deepEqual(spans(' {} \t\n\v\f\r{"}":"{\\"}\\\\"}x'), ['{}', '{"}":"{\\"}\\\\"}', 'x']);
  assert.deepEqual(spans('}{}'), ['}', '{}']);
  assert.deepEqual(spans('\u000e{}\u0008{}'), ['\u000e{}', '\u0008{}']);
  assert.deepEqual(spans('{"a'), ['{"a']);
  assert.deepEqual(spans('"{}" {}'), ['"{}" {}']);
  assert.deepEqual(spans(' \n '), []);
});
