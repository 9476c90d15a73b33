/** How one event is put together, at the borders of what it may hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaults, taken } from '../../../test/support/ingest/taken-events.ts';
import { addAttribute, newDraft, placeInIndex, takeBody, textOf } from './normalise-event.ts';
import { takeHecEvents } from './hec/read-hec-events.ts';

const limits = {
  ...defaults.limits,
  attributesMax: 2,
  attributeKeyCharactersMax: 3,
  attributeValueBytesMax: 4,
  bodyBytesMax: 5,
};

test('an attribute that comes again replaces the one before, one too many is left out', () => {
  const record = newDraft(defaults);
  for (const [key, value] of [
    ['a', 1],
    ['b', null],
    ['c', undefined],
    ['a', 'other'],
    ['abc', true],
    ['d', 'x'],
  ] as const) {
    addAttribute(record, key, value, limits, 0);
  }

  assert.deepEqual(record.attributes, [
    ['a', 'othe'],
    ['abc', 'true'],
  ]);
});

test('names are cut by characters as people see them', () => {
  const record = newDraft(defaults);
  addAttribute(record, '😀😀😀😀', 'x', limits, 0);
  addAttribute(record, '😀😀', 'y', limits, 0);

  assert.deepEqual(record.attributes, [
    ['😀😀😀', 'x'],
    ['😀😀', 'y'],
  ]);
});

test('a message that was cut is marked, in the place of the last attribute where all are taken', () => {
  const bodyOf = (text: unknown, attributes: readonly string[]) => {
    const record = newDraft(defaults);
    for (const key of attributes) addAttribute(record, key, 'x', limits, 0);
    takeBody(record, text, { ...limits, attributeKeyCharactersMax: 20, attributeValueBytesMax: 9 });
    return [record.body, ...record.attributes.map((pair) => pair.join('='))];
  };

  assert.deepEqual(bodyOf('12345', ['a', 'b']), ['12345', 'a=x', 'b=x']);
  assert.deepEqual(bodyOf('123456', []), ['12345', '_truncated=event']);
  assert.deepEqual(bodyOf('123456', ['a']), ['12345', 'a=x', '_truncated=event']);
  assert.deepEqual(bodyOf('123456', ['a', 'b']), ['12345', 'a=x', '_truncated=event']);
  assert.deepEqual(bodyOf(12, []), ['12']);
});

test('the mark of a cut stays where it was', () => {
  const record = newDraft(defaults);
  record.attributes.push(['_truncated', 'own'], ['a', 'x']);
  takeBody(record, '123456', { ...limits, attributeKeyCharactersMax: 20 });

  assert.deepEqual(record.attributes, [
    ['_truncated', 'even'],
    ['a', 'x'],
  ]);
});

test('names of a record are cut as values are, and its index says how long it is kept', () => {
  const record = { ...newDraft(defaults), level: '12345', source: 'äää', id: '12345' };
  const refused = (): never => assert.fail('nothing is wrong with it');
  const problems = { add: refused, addUnknownIndex: refused };
  const isPlaced = placeInIndex(record, '', { ...defaults, limits }, problems);

  assert.equal(isPlaced, true);
  assert.deepEqual(
    [record.level, record.source, record.id, record.retentionDays],
    ['1234', 'ää', '1234', 30],
  );
});

test('reserved and unknown indexes are refused with their place', () => {
  const seen: unknown[] = [];
  const problems = {
    add: (detail: unknown) => seen.push(detail),
    addUnknownIndex: (path: string, index: string) => seen.push([path, index]),
  };
  for (const [index, path] of [
    ['_audit', '3'],
    ['other', ''],
    ['other', '4'],
  ] as const) {
    assert.equal(placeInIndex({ ...newDraft(defaults), index }, path, defaults, problems), false);
  }

  assert.deepEqual(seen, [
    { path: '3.index', message: 'Index names that start with _ are reserved.' },
    ['index', 'other'],
    ['4.index', 'other'],
  ]);
});

test('values are shown as JSON has them', () => {
  assert.deepEqual(['a', 1.5, false, null, [1], { a: 1 }].map(textOf), [
    'a',
    '1.5',
    'false',
    'null',
    '[1]',
    '{"a":1}',
  ]);
});

test('the level of an event of Splunk is that of the event itself, or of its fields', () => {
  const levelOf = (text: string) =>
    taken((intake) => takeHecEvents(Buffer.from(text), {}, 6, intake)).records[0]?.[2];

  assert.equal(levelOf('{"event":{"level":"WARN"}}'), 'warn');
  assert.equal(levelOf('{"event":{"level":"WARN"},"fields":{"level":"error"}}'), 'error');
  assert.equal(levelOf('{"event":"level"}'), 'info');
});
