import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../../../base/ids.ts';
import { LIMITS } from '../../../../../test/support/limits.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { ArchivedRow } from './archived-row.ts';
import { bytesOfRecord, recordOfRow } from './record-of-row.ts';

const day = 86_400_000;
const noon = Date.UTC(2026, 2, 3, 12);
const terms = {
  organization: organizationId('org_1'),
  index: 'read_again',
  importedAt: noon + 5,
  keptUntil: noon + 7 * day,
  limits: LIMITS.events,
};
const least = { _time: '2026-03-03T12:00:00.000Z', _id: 'row-1' };

function made(row: ArchivedRow) {
  const record = recordOfRow({ ...least, ...row }, terms);
  assert(record !== undefined);
  return record;
}

test('a row becomes the event that it was', () => {
  const row = {
    ...least,
    _index: 'main',
    _indextime: '2026-03-03T12:00:01.000Z',
    event: 'disk full',
    level: 'error',
    source: 'api',
    attributes: { host: 'a', id: 'own-7' },
    made_by_query: 3,
  };
  assert.deepEqual(recordOfRow(row, terms), {
    organization: 'org_1',
    index: 'read_again',
    timestamp: noon,
    receivedAt: noon + 5,
    retentionDays: 7,
    level: 'error',
    source: 'api',
    id: 'own-7',
    body: 'disk full',
    attributes: [
      ['host', 'a'],
      ['made_by_query', '3'],
      ['archive_id', 'row-1'],
    ],
  });
});

test('a row without more than its time and id is an event with nothing in it', () => {
  assert.deepEqual(made({}), {
    organization: 'org_1',
    index: 'read_again',
    timestamp: noon,
    receivedAt: noon + 5,
    retentionDays: 7,
    level: '',
    source: '',
    id: '',
    body: '',
    attributes: [['archive_id', 'row-1']],
  });
});

for (const [name, value] of [
  ['a date', new Date(noon)],
  ['a time as the store writes it', '2026-03-03 12:00:00'],
  ['a time with a zone', '2026-03-03T13:00:00+01:00'],
] as const) {
  test(`the time of a row may be ${name}`, () => {
    assert.equal(made({ _time: value }).timestamp, noon);
  });
}

for (const [name, row] of [
  ['no time', { _time: undefined }],
  ['a time that is a number', { _time: noon }],
  ['a time that is none', { _time: 'yesterday' }],
  ['no id', { _id: undefined }],
  ['an id that is a number', { _id: 7 }],
] as const) {
  test(`a row with ${name} is refused`, () => {
    assert.throws(() => made(row), new ArchiveProblem('A row has no `_time` or no `_id`.'));
  });
}

for (const [name, attributes, expected] of [
  [
    'an object',
    { a: '1', b: 2 },
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['JSON', '{"a":"1"}', [['a', '1']]],
  ['pairs', [{ key: 'a', value: '1' }, { key: 'b' }], [['a', '1']]],
  ['an empty text', '', []],
  ['null', null, []],
  ['JSON of null', 'null', []],
  ['a number', 7, []],
] as const) {
  test(`attributes may be ${name}`, () => {
    assert.deepEqual(made({ attributes }).attributes, [...expected, ['archive_id', 'row-1']]);
  });
}

test('attributes that are no JSON are refused', () => {
  const problem = new ArchiveProblem('The attributes of a row aren’t valid JSON.');
  assert.throws(() => made({ attributes: '{' }), problem);
});

for (const [name, value, text] of [
  ['a text', 'plain', 'plain'],
  ['a number', 1.5, '1.5'],
  ['what is no number', Number.NaN, 'NaN'],
  ['a large number', 9_007_199_254_740_993n, '9007199254740993'],
  ['true', true, 'true'],
  ['a date', new Date(noon), '2026-03-03T12:00:00.000Z'],
  ['a list', ['a', 1], '["a",1]'],
  ['nothing', null, ''],
] as const) {
  test(`${name} is kept as text`, () => {
    assert.equal(made({ event: value }).body, text);
  });
}

test('attributes without a value are left out', () => {
  assert.deepEqual(made({ attributes: { a: '', b: '0' }, c: '' }).attributes, [
    ['b', '0'],
    ['archive_id', 'row-1'],
  ]);
});

test('an attribute gets back the name it was sent under', () => {
  const [first] = made({ attributes: { 'attributes.source': 'x' } }).attributes;
  assert.deepEqual(first, ['source', 'x']);
});

for (const [keptUntil, days] of [
  [noon + 7 * day, 7],
  [noon + 7 * day + 1, 8],
  [noon + 1, 1],
  [noon, 1],
  [noon - 30 * day, 1],
  [noon + 65_535 * day, 65_535],
] as const) {
  test(`an event that is kept until ${keptUntil - noon} ms after its time stays ${days} days`, () => {
    assert.equal(recordOfRow(least, { ...terms, keptUntil })?.retentionDays, days);
  });
}

for (const [name, row, change] of [
  ['is so old that the store forgets it before', {}, { keptUntil: noon + 65_536 * day }],
  ['is of more than seven days ahead', { _time: new Date(noon + 6 + 7 * day) }, {}],
  ['is of the year 9999', { _time: '9999-01-01T00:00:00Z' }, {}],
] as const) {
  test(`a row that ${name} is left out`, () => {
    assert.equal(recordOfRow({ ...least, ...row }, { ...terms, ...change }), undefined);
  });
}

test('an event of the seventh day ahead is taken', () => {
  const at = terms.importedAt + 7 * day;
  assert.equal(made({ _time: new Date(at) }).timestamp, at);
});

const { attributesMax, attributeKeyCharactersMax, attributeValueBytesMax, bodyBytesMax } =
  LIMITS.events;

test('attributes are counted and cut as those of events that are sent', () => {
  const many = Object.fromEntries(Array.from({ length: attributesMax }, (_, i) => [`k${i}`, 'v']));

  assert.equal(made({ attributes: many }).attributes.length, attributesMax + 1);
  const { attributes } = made({ attributes: { ...many, one: 'more' }, two: 'more' });
  assert.equal(attributes.length, attributesMax + 1);
  assert.deepEqual(attributes.at(-1), ['archive_id', 'row-1']);
  const [long] = made({ attributes: { ['x'.repeat(300)]: 'ü'.repeat(20_000) } }).attributes;
  assert.deepEqual(
    [long?.[0].length, Buffer.byteLength(long?.[1] ?? '')],
    [attributeKeyCharactersMax, attributeValueBytesMax],
  );
});

test('a body is cut and marked, names are cut', () => {
  const long = 'x'.repeat(bodyBytesMax + 1);
  const record = made({ event: long, level: long, source: long, attributes: { id: long } });

  assert.equal(record.body.length, bodyBytesMax);
  for (const text of [record.level, record.source, record.id]) {
    assert.equal(text.length, attributeValueBytesMax);
  }
  assert.deepEqual(record.attributes, [
    ['_truncated', 'event'],
    ['archive_id', 'row-1'],
  ]);
  assert.equal(
    bytesOfRecord(record),
    bodyBytesMax + 3 * attributeValueBytesMax + '_truncatedeventarchive_idrow-1'.length,
  );
});
