import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  defaults,
  DEPTH_MAX,
  EVENT_MAX,
  refusalOf,
  taken,
} from '../../../../test/support/ingest/taken-events.ts';
import { type Intake, openIntake } from '../partial-intake.ts';
import { takeBulk } from './read-bulk.ts';

function bulk(text: string, { forced, usual = 'main' }: { forced?: string; usual?: string } = {}) {
  return (intake: Intake) => takeBulk(Buffer.from(text), { forced, usual }, DEPTH_MAX, intake);
}

test('actions and sources go in pairs, each with its place', () => {
  const source =
    '{"@timestamp":"2025-11-15T12:00:01Z","message":"m","log":{"level":" Warn "},"service":{"name":"api"},"n":{"a":1}}';
  const plain = '{"msg":"x","log.level":"ERROR","level":"debug","source":"own","service.name":" "}';
  const third = '{"log":"l","msg":"m","message":7,"severity":"Fatal","source":3,"@timestamp":null}';
  const body = [
    '{"create":{"_index":"apps","_id":5}}',
    source,
    ' \r',
    '{"index":{"_index":"","_id":null}}',
    plain,
    '{"delete":{"_index":"apps"}}',
    '{"update":{}}',
    '{}',
    '{"create":{}}',
    third,
    '{"create":{}}',
    '{"@timestamp":"noon"}',
    '{"create":{}}',
    '[]',
    '{"create":{}}',
    '{"a":1}',
  ].join('\n');
  const { records, refusals, bytes } = taken(bulk(body));

  const nested = { 'log.level': ' Warn ', 'service.name': 'api', 'n.a': '1' };
  const odd = { msg: 'm', message: '7', severity: 'Fatal', source: '3' };
  assert.deepEqual(records, [
    [1000, 'apps', 'warn', 'api', '5', 'm', nested],
    [0, 'main', 'error', 'own', '', 'x', { 'log.level': 'ERROR', 'service.name': ' ' }],
    [0, 'main', 'fatal', 'shipper', '', 'l', odd],
    [0, 'main', 'info', 'shipper', '', '{"a":1}', { a: '1' }],
  ]);
  const never = 'Events are immutable. Only create and index are supported.';
  assert.deepEqual(refusals, [
    [2, 'VALIDATION_ERROR', never],
    [3, 'VALIDATION_ERROR', never],
    [5, 'VALIDATION_ERROR', 'The field @timestamp is not a valid time.'],
    [6, 'VALIDATION_ERROR', 'The source must be a JSON object.'],
  ]);
  assert.equal(bytes, source.length + plain.length + third.length + '{"a":1}'.length);
});

test('items are told as they were asked for, and the address may decide their index', () => {
  const body = '{"create":{"_index":"apps","_id":"i"}}\n{}\n{"index":{}}\n{}\n{"delete":{}}';
  const items = (names: { forced?: string; usual?: string }) =>
    bulk(body, names)(openIntake(defaults)).map(({ action, index, id }) => [action, index, id]);

  assert.deepEqual(items({ usual: 'usual' }), [
    ['create', 'apps', 'i'],
    ['index', 'usual', ''],
    ['delete', 'usual', ''],
  ]);
  assert.deepEqual(
    items({ forced: 'forced' }).map(([, index]) => index),
    ['forced', 'forced', 'forced'],
  );
});

test('a line that is no action ends the request, and is counted from one', () => {
  const good = '{"create":{}}\n{}\n';
  for (const line of ['{', '7', '{"drop":{}}', '{"create":{},"index":{}}', '{"create":7}', '{}']) {
    assert.equal(
      refusalOf(bulk(`${good}\n${line}\n{}`)),
      'VALIDATION_ERROR Malformed action/metadata line [3]: expected create or index.',
      line,
    );
  }
  assert.equal(
    refusalOf(bulk(`${good}{"index":{}}`)),
    'VALIDATION_ERROR The last action is not followed by a source line.',
  );
});

test('a request holds so many events, and an event so many bytes', () => {
  const good = '{"create":{}}\n{}\n';
  assert.equal(taken(bulk(good.repeat(12))).records.length, 12);
  assert.equal(
    refusalOf(bulk(good.repeat(13))),
    'VALIDATION_ERROR Too many events in one request (maximum 12).',
  );
  const most = `{"message":"${'x'.repeat(EVENT_MAX - 14)}"}`;
  const body = `{"create":{}}\n${most}\n{"create":{}}\n ${most}\n${' '.repeat(7)}\n`;
  const { records, refusals, bytes } = taken(bulk(body));
  assert.deepEqual([records.length, bytes], [1, EVENT_MAX]);
  assert.deepEqual(refusals, [
    [1, 'EVENT_TOO_LARGE', 'The event is too large (maximum 600 bytes).'],
  ]);
});

test('lines of a few blanks are passed over, longer ones are no action', () => {
  const pair = '{"create":{}}\n{"message":"m"}\n';
  const recordsOf = (text: string) => taken(bulk(text)).records.length;

  assert.equal(recordsOf(`\n${' '.repeat(7)}\n${pair}\r\n${pair}`), 2);
  assert.throws(() => recordsOf(`${' '.repeat(8)}\n${pair}`), { code: 'VALIDATION_ERROR' });
});
