import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEPTH_MAX,
  EVENT_MAX,
  EXPANDED_MAX,
  json,
  NOW,
  refusalOf,
  taken,
} from '../../../../test/support/ingest/taken-events.ts';
import {
  doubleField,
  field,
  fixedField,
  type Message,
  numberField,
} from '../../../../test/support/ingest/write-protobuf.ts';
import type { Intake } from '../partial-intake.ts';
import { readOtlpJson } from './read-json.ts';
import { readOtlpProtobuf } from './read-protobuf.ts';
import { otlpIntake } from './take-records.ts';

const NS = `${NOW}000000`;

function fromJson(body: unknown) {
  return (intake: Intake) => readOtlpJson(json(body), 2 * DEPTH_MAX, otlpIntake(intake));
}

function logs(logRecords: readonly unknown[]) {
  return { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
}

const attribute = (key: unknown, value: unknown) => ({ key, value });

test('in JSON, every kind of value is read in both spellings, and what is none is kept', () => {
  const pairs = [attribute('a', { intValue: 1 }), attribute(7, {})];
  const kept: readonly (readonly [unknown, string])[] = [
    [{ stringValue: 's' }, 's'],
    [{ string_value: 's' }, 's'],
    [{ boolValue: false }, 'false'],
    [{ bool_value: true }, 'true'],
    [{ doubleValue: 0.5 }, '0.5'],
    [{ double_value: 'NaN' }, 'NaN'],
    [{ bytesValue: 'AQ==' }, 'AQ=='],
    [{ bytes_value: 'AQ==' }, 'AQ=='],
    [{ intValue: '007' }, '7'],
    [{ int_value: '9007199254740993' }, '9007199254740993'],
    [{ intValue: true }, 'true'],
    [{ arrayValue: { values: [{ intValue: '1' }, {}, 'x'] } }, '[1,null,"x"]'],
    [{ array_value: {} }, '[]'],
    [{ arrayValue: 'odd' }, 'odd'],
    [{ kvlistValue: { values: pairs } }, '{"7":null,"a":1}'],
    [{ kvlist_value: { values: [] } }, '{}'],
    [{ kvlistValue: 'odd' }, 'odd'],
    [{ unknownValue: 1 }, '{"unknownValue":1}'],
    [5, '5'],
  ];
  for (const [value, text] of kept) {
    const [record] = taken(fromJson(logs([{ body: value }]))).records;
    assert.equal(record?.[5], text, JSON.stringify(value));
  }
});

test('in JSON, a record has what its resource and scope say, its own first', () => {
  const record = {
    time_unix_nano: Number(NS),
    severity_number: '13',
    severity_text: ' Warning ',
    trace_id: 'AB',
    span_id: '00',
    event_name: 'e',
    attributes: [attribute('own', { stringValue: 'r' })],
  };
  const scope = {
    name: 'n',
    version: 'v',
    attributes: [attribute('own', 's'), attribute('sc', 1)],
  };
  const resource = {
    attributes: [attribute('xplain.index', 'apps'), attribute('service.name', { intValue: 5 })],
  };
  const scopeLogs = { scope, log_records: [record, {}] };
  const { records, bytes } = taken(
    fromJson({ resource_logs: [{ resource, scope_logs: [scopeLogs] }] }),
  );

  const named = { 'service.name': '5', 'otel.scope.name': 'n' };
  // Six attributes fit.
  const first = { severity_text: 'Warning', trace_id: 'ab', 'event.name': 'e', own: 'r', ...named };
  const second = { ...named, 'otel.scope.version': 'v', own: 's', sc: '1' };
  assert.deepEqual(records, [
    [0, 'apps', 'warn', '5', '', 'e', first],
    [0, 'apps', 'info', '5', '', '', second],
  ]);
  const shared = JSON.stringify(resource).length + JSON.stringify(scope).length;
  // A number that long is kept as text, in two quotes.
  assert.equal(bytes, 2 * shared + JSON.stringify(record).length + 2 + '{}'.length);
});

test('in JSON, times and severities that are none', () => {
  const times = taken(
    fromJson(
      logs([
        { timeUnixNano: '', observedTimeUnixNano: NS },
        { timeUnixNano: null },
        { timeUnixNano: -1 },
        { timeUnixNano: '1'.repeat(21) },
        { observedTimeUnixNano: 'x' },
        { timeUnixNano: true },
        { timeUnixNano: '999999' },
      ]),
    ),
  );
  assert.deepEqual(
    times.records.map(([time]) => time),
    [0, 0, -NOW],
  );
  const fault = 'A time must be a number of nanoseconds since 1970.';
  assert.deepEqual(
    times.refusals,
    [2, 3, 4, 5].map((at) => [at, 'VALIDATION_ERROR', fault]),
  );

  const levelOf = (severityNumber: unknown) =>
    taken(fromJson(logs([{ severityNumber }]))).records[0]?.[2];
  const named = ['TRACE', 'DEBUG4', 'INFO2', 'WARN', 'ERROR3', 'FATAL4', 'NONE', 'WARN5'];
  assert.deepEqual(
    named.map((name) => levelOf(`SEVERITY_NUMBER_${name}`)),
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'info', 'info'],
  );
  assert.deepEqual(['21', '100', 25, 24, 0, 1, 4, 5, true].map(levelOf), [
    'fatal',
    'info',
    'info',
    'fatal',
    'info',
    'trace',
    'trace',
    'debug',
    'info',
  ]);
});

test('in JSON, what is of another form is refused in words', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [[], 'The body is a JSON object.'],
    [{ resourceLogs: 1 }, 'resourceLogs is a list.'],
    [{ resourceLogs: [1] }, 'Every entry of resourceLogs is a JSON object.'],
    [{ resourceLogs: [{ resource: 1 }] }, 'resource is a JSON object.'],
    [{ resourceLogs: [{ scopeLogs: [{ scope: 1 }] }] }, 'scope is a JSON object.'],
    [{ resourceLogs: [{ resource: { attributes: {} } }] }, 'attributes is a list.'],
  ];
  for (const [body, message] of cases) {
    assert.equal(refusalOf(fromJson(body)), `VALIDATION_ERROR ${message}`);
  }
});

test('what records share counts with each: too much of it refuses them, or the request', () => {
  const resource = (size: number) => ({ attributes: [attribute('a', 'x'.repeat(size))] });
  const resourceLogs = (size: number, count = 1) => ({
    resource: resource(size),
    scopeLogs: [{ logRecords: Array.from({ length: count }, () => ({ body: 'b' })) }],
  });
  // The scope that nobody described counts its two braces.
  const fits = EVENT_MAX - JSON.stringify(resource(0)).length - '{"body":"b"}'.length - 2;
  const { records, refusals, bytes } = taken(
    fromJson({
      resourceLogs: [resourceLogs(fits + 1), resourceLogs(EVENT_MAX), resourceLogs(fits)],
    }),
  );

  assert.deepEqual([records.length, bytes], [1, EVENT_MAX]);
  assert.deepEqual(
    refusals,
    [0, 1].map((at) => [at, 'EVENT_TOO_LARGE', 'The event is too large (maximum 600 bytes).']),
  );
  const most = EXPANDED_MAX / EVENT_MAX;
  assert.equal(refusalOf(fromJson({ resourceLogs: [resourceLogs(fits, most)] })), 'taken');
  assert.equal(
    refusalOf(fromJson({ resourceLogs: [resourceLogs(fits, most + 1)] })),
    'FST_ERR_CTP_BODY_TOO_LARGE The events are too large (maximum 6000 bytes, with shared data counted for each event).',
  );
});

function fromProtobuf(body: Buffer) {
  return (intake: Intake) => readOtlpProtobuf(body, DEPTH_MAX, otlpIntake(intake));
}

test('in protobuf, every field has its number, and unknown ones are passed over at every level', () => {
  const fixed32 = Buffer.from([0xed, 5, 1, 2, 3, 4]);
  const unknown = [numberField(90, 1), fixedField(91, 1n), field(92, 'x'), fixed32];
  const keyValue = (key: string, value: Message) => [
    ...unknown,
    field(1, key),
    field(2, [...unknown, ...value]),
  ];
  const object = [
    ...unknown,
    field(1, keyValue('k', [])),
    field(1, keyValue('d', [doubleField(4, 1.5)])),
  ];
  const record = [
    ...unknown,
    fixedField(11, BigInt(NS) + 5_000_000n),
    numberField(2, 9),
    field(3, 'Notice'),
    field(5, [field(6, object)]),
    field(6, keyValue('own', [numberField(2, 0)])),
    field(9, Buffer.from('ab', 'hex')),
    field(10, Buffer.from('cd', 'hex')),
    field(12, 'named'),
  ];
  const second = [fixedField(1, BigInt(NS) + 1_999_999n), fixedField(11, 1n)];
  const scope = [
    ...unknown,
    field(1, 'n'),
    field(2, 'v'),
    field(3, keyValue('own', [field(1, 's')])),
  ];
  const resource = [...unknown, field(1, keyValue('service.name', [field(1, 'api')]))];
  const scopeLogs = field(2, [...unknown, field(2, record), field(1, scope), field(2, second)]);
  const resourceLogs = field(1, [...unknown, scopeLogs, field(1, resource)]);
  const { records, bytes } = taken(fromProtobuf(Buffer.concat([...unknown, resourceLogs])));

  const ids = { trace_id: 'ab', span_id: 'cd', 'event.name': 'named' };
  const first = { severity_text: 'Notice', ...ids, own: 'false', 'service.name': 'api' };
  const named = { 'service.name': 'api', 'otel.scope.name': 'n', 'otel.scope.version': 'v' };
  assert.deepEqual(records, [
    [5, 'main', 'info', 'api', '', '{"k":null,"d":1.5}', first],
    [1, 'main', 'info', 'api', '', '', { ...named, own: 's' }],
  ]);
  const size = (message: Message): number => Buffer.concat(message).length;
  assert.equal(bytes, 2 * (size(resource) + size(scope)) + size(record) + size(second));
});

test('in protobuf, a text that is no UTF-8 refuses what it belongs to', () => {
  const bad = Buffer.from([0xff]);
  const scopeLogs = (scope: Message, ...records: Message[]) =>
    field(2, [field(1, scope), ...records.map((record) => field(2, record))]);
  const shared = 'VALIDATION_ERROR A text of a resource or scope is not valid UTF-8.';

  const inScope = field(1, [scopeLogs([field(1, bad)])]);
  const inResource = field(1, [field(1, [field(1, [field(1, bad)])])]);
  assert.equal(refusalOf(fromProtobuf(inScope)), shared);
  assert.equal(refusalOf(fromProtobuf(inResource)), shared);
  const { records, refusals } = taken(
    fromProtobuf(field(1, [scopeLogs([], [field(3, bad)], [field(3, 'fine')])])),
  );
  assert.equal(records.length, 1);
  assert.deepEqual(refusals, [[0, 'VALIDATION_ERROR', 'A text of the record is not valid UTF-8.']]);
});
