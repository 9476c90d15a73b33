import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEPTH_MAX,
  json,
  NOW,
  refusalOf,
  taken,
} from '../../../../test/support/ingest/taken-events.ts';
import { field, numberField } from '../../../../test/support/ingest/write-protobuf.ts';
import { parseLabels } from './parse-labels.ts';
import { takeLokiJson, takeLokiProtobuf } from './read-streams.ts';

const NS = `${NOW}000000`;
const NO_TIME = 'The timestamp of an entry must be a number of nanoseconds since 1970.';

test('in JSON, labels are shared and metadata is its entry’s own', () => {
  const streams = [
    {
      stream: { xplain_index: 'apps', job: 'j', app: 'ap', severity: 'WARN', n: 7 },
      values: [
        [NS, 'ä', { n: 'own', level: 'unknown' }],
        [Number(NS), 'b', { detected_level: 'Error' }],
        [NS, 'c', 5],
        ['12345678901234567890', 'd'],
        [NS],
      ],
    },
    { values: [[NS, 'e']] },
    { stream: { service: 's', service_name: '', level: '' }, values: [[NS, 'f']] },
    {},
  ];
  const { records, refusals, bytes } = taken((intake) =>
    takeLokiJson(json({ streams }), DEPTH_MAX, intake),
  );

  const shared = { job: 'j', app: 'ap', n: '7' };
  assert.deepEqual(records, [
    [0, 'apps', 'warn', 'ap', '', 'ä', { ...shared, n: 'own' }],
    [0, 'apps', 'error', 'ap', '', 'b', shared],
    [0, 'apps', 'warn', 'ap', '', 'c', shared],
    [0, 'main', 'info', 'shipper', '', 'e', {}],
    [0, 'main', 'info', 's', '', 'f', { service: 's', service_name: '' }],
  ]);
  assert.deepEqual(refusals, [
    [3, 'VALIDATION_ERROR', NO_TIME],
    [4, 'VALIDATION_ERROR', 'An entry must be a list of a time, a line and optional metadata.'],
  ]);
  const labels = 'xplain_indexappsjobjappapseverityWARNn7'.length;
  const own = 'Xänownlevelunknown'.length + 'bdetected_levelError'.length + 'c'.length;
  assert.equal(bytes, 3 * labels + own + 'e'.length + 'servicesservice_namelevelf'.length);
});

test('in JSON, bodies of another form are refused', () => {
  const refusal = (body: unknown) =>
    refusalOf((intake) => takeLokiJson(json(body), DEPTH_MAX, intake));

  assert.equal(refusal([]), 'VALIDATION_ERROR The body has no list named streams.');
  assert.equal(refusal({}), 'VALIDATION_ERROR The body has no list named streams.');
  const labels = 'VALIDATION_ERROR The labels of a stream must be a JSON object.';
  assert.equal(refusal({ streams: [1] }), labels);
  assert.equal(refusal({ streams: [{ stream: [] }] }), labels);
  assert.equal(
    refusal({ streams: [{ values: {} }] }),
    'VALIDATION_ERROR The values of a stream must be a list.',
  );
  assert.equal(refusal({ streams: [] }), 'taken');
});

function entry(seconds: number, nanoseconds: number, line: string | Buffer): Buffer {
  return field(2, [
    numberField(9, 1),
    field(1, [numberField(7, 1), numberField(1, seconds), numberField(2, nanoseconds)]),
    field(2, line),
    field(3, [numberField(8, 1), field(1, 'k'), field(2, 'v')]),
  ]);
}

test('in protobuf, fields come in any order, and unknown ones are passed over', () => {
  const seconds = NOW / 1_000;
  const stream = [
    entry(seconds, 1_999_999, 'a'),
    numberField(12, 1),
    entry(-1, 0, 'before 1970'),
    entry(seconds, 0, Buffer.from([0xff])),
    field(2, [field(2, 'no time')]),
    field(1, '{app="x"}'),
    entry(seconds, 999_999, 'b'),
  ];
  const second = field(1, [entry(seconds, 0, 'c')]);
  const { records, refusals, bytes } = taken((intake) =>
    takeLokiProtobuf(Buffer.concat([numberField(3, 1), field(1, stream), second]), intake),
  );

  assert.deepEqual(records, [
    [1, 'main', 'info', 'x', '', 'a', { app: 'x', k: 'v' }],
    [-NOW, 'main', 'info', 'x', '', 'no time', { app: 'x' }],
    [0, 'main', 'info', 'x', '', 'b', { app: 'x', k: 'v' }],
    [0, 'main', 'info', 'shipper', '', 'c', { k: 'v' }],
  ]);
  assert.deepEqual(refusals, [
    [1, 'VALIDATION_ERROR', NO_TIME],
    [2, 'VALIDATION_ERROR', 'A text of an entry is not valid UTF-8.'],
  ]);
  const ownBytes = entry(seconds, 1_999_999, 'a').length - 2;
  assert.equal(bytes, 3 * ownBytes - 2 + 9 + 3 * 'appx'.length);
});

test('in protobuf, a time is its seconds and nanoseconds, from 1970 to what a number can tell', () => {
  const at = (...time: readonly Buffer[]) => field(2, [field(1, time), field(2, 'x')]);
  const stream = [
    at(numberField(1, 0)),
    at(numberField(1, 2)),
    at(numberField(2, 5_000_000)),
    at(numberField(1, Number.MAX_SAFE_INTEGER)),
  ];
  const { records, refusals } = taken((intake) => takeLokiProtobuf(field(1, stream), intake));

  assert.deepEqual(
    records.map(([time]) => Number(time) + NOW),
    [0, 2_000, 5],
  );
  assert.deepEqual(refusals, [[3, 'VALIDATION_ERROR', NO_TIME]]);
});

test('in protobuf, what follows metadata is read, too', () => {
  const pair = field(3, [field(1, 'k'), field(2, 'v')]);
  const stream = [field(2, [pair, field(3, [field(1, 'l'), field(2, 'w')]), field(2, 'line')])];
  const { records } = taken((intake) => takeLokiProtobuf(field(1, stream), intake));

  assert.deepEqual(records, [[-NOW, 'main', 'info', 'shipper', '', 'line', { k: 'v', l: 'w' }]]);
});

test('in protobuf, labels that cannot be read refuse the body', () => {
  for (const labels of [Buffer.from('{a="\u00e4"}', 'latin1'), 'app="x"']) {
    const body = field(1, [field(1, labels)]);
    assert.equal(
      refusalOf((intake) => takeLokiProtobuf(body, intake)),
      'VALIDATION_ERROR The labels of a stream are invalid.',
    );
  }
});

test('labels are read as Loki writes them', () => {
  assert.deepEqual(parseLabels(' {} '), []);
  assert.deepEqual(parseLabels('{ a = "1" , b.c:d-e=`\\n`, }'), [
    ['a', '1'],
    ['b.c:d-e', '\\n'],
  ]);
  const escapes = String.raw`{a="\a\b\f\n\r\t\v\"\\\x41\u00e4\U0001F600\U00110000\q"}`;
  assert.deepEqual(parseLabels(escapes), [['a', '\u0007\b\f\n\r\t\v"\\Aä😀\u{fffd}q']]);
  assert.deepEqual(parseLabels(String.raw`{a="\U0010FFFF"}`), [['a', '\u{10ffff}']]);
  for (const text of ['', '{', 'a="1"}', '{a="1"', '{a}', '{a="1" b="2"}', '{1a="x"}', '{,}']) {
    assert.equal(parseLabels(text), undefined, text);
  }
});

test('in JSON, a time may be a number that is written out', () => {
  const streams = [{ values: [[5_999_999, 'a']] }];

  const { records } = taken((intake) => takeLokiJson(json({ streams }), DEPTH_MAX, intake));

  assert.deepEqual(records, [[5 - NOW, 'main', 'info', 'shipper', '', 'a', {}]]);
});
