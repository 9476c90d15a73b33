import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attributesOf, pipelineEvent } from '../../../test/support/ingest/pipeline-events.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import {
  isFixedField,
  markError,
  openRoom,
  readField,
  removeField,
  writeAttribute,
  writeField,
  writeParsed,
} from './pipeline-event.ts';

const small = {
  ...LIMITS.events,
  bodyBytesMax: 10,
  attributeValueBytesMax: 5,
  attributesMax: 2,
  attributeKeyCharactersMax: 3,
  eventBytesMax: 20,
  expandedBytesMax: 12,
};

/** One of seven bytes. */
const event = () => pipelineEvent({ body: 'abc', level: 'i', source: 'src' });

test('fields are read by the names that searches use', () => {
  const whole = pipelineEvent({
    body: 'text',
    level: 'warn',
    source: 'web',
    index: 'main',
    id: 'x',
    timestamp: 0,
    attributes: { host: 'a' },
  });
  const read = (name: string) => readField(whole, name);

  assert.deepEqual(
    ['event', '_raw', 'level', 'source', 'index', '_index', '_time', '_id', 'host', 'nosuch'].map(
      read,
    ),
    [
      'text',
      'text',
      'warn',
      'web',
      'main',
      'main',
      '1970-01-01T00:00:00.000Z',
      'x',
      'a',
      undefined,
    ],
  );
  assert.equal(readField(pipelineEvent(), '_id'), undefined);
});

test('index, time, id and the mark are changed by nobody in passing', () => {
  assert.deepEqual(
    ['index', '_index', '_time', '_id', '_pipeline_error', 'event', 'host'].map(isFixedField),
    [true, true, true, true, true, false, false],
  );
});

test('what is written is cut where a field ends, and an empty level or source changes nothing', () => {
  const room = openRoom({ ...small, expandedBytesMax: 100 });
  const [one, two, three] = [event(), event(), event()];

  writeField(one, '_raw', 'x'.repeat(11), room);
  writeField(two, 'level', ' WARNING ', room);
  writeField(two, 'source', '123456', room);
  writeField(three, 'level', ' ', room);
  writeField(three, 'source', '', room);

  assert.equal(one.body, 'x'.repeat(10));
  assert.deepEqual([two.level, two.source], ['warni', '12345']);
  assert.deepEqual([three.level, three.source], ['i', 'src']);
});

test('an attribute has a key and a value of so many characters, and an event so many of them', () => {
  const room = openRoom(small);
  const full = event();

  assert.equal(writeAttribute(full, 'abcd', '123456', room), true);
  assert.equal(writeAttribute(full, 'b', '1', room), true);
  assert.equal(writeAttribute(full, 'c', '1', room), false);
  assert.equal(writeAttribute(full, 'b', '2', room), true);

  assert.deepEqual(attributesOf(full), { abc: '12345', b: '2' });
  assert.equal(room.isOver, false);
});

test('an event grows as far as it may, and all of a request together', () => {
  const room = openRoom({ ...small, expandedBytesMax: 100 });
  const one = event();
  writeField(one, 'event', '1234567890', room);
  assert.deepEqual([room.eventBytes, room.grownBytes], [14, 7]);
  assert.equal(writeAttribute(one, 'a', '12345', room), true);
  assert.equal(room.isOver, false);
  writeAttribute(one, 'a', '1', room);
  writeAttribute(one, 'b', '12345', room);
  assert.equal(room.isOver, true);
  assert.deepEqual(attributesOf(one), { a: '1' });

  const shared = openRoom(small);
  const [first, second] = [event(), event()];
  writeField(first, 'event', '1234567890', shared);
  assert.equal(shared.grownBytes, 7);
  writeField(second, 'event', '12345678', shared);
  assert.deepEqual([shared.isOver, second.body, shared.grownBytes], [false, '12345678', 12]);
  writeField(second, 'event', '123456789', shared);
  assert.deepEqual([shared.isOver, second.body], [true, '12345678']);
  writeField(second, 'event', '1', shared);
  assert.deepEqual([second.body, shared.grownBytes], ['1', 5]);
});

test('what is removed gives its room back', () => {
  const room = openRoom({ ...small, expandedBytesMax: 100 });
  const one = event();
  writeAttribute(one, 'a', '12345', room);
  assert.deepEqual([room.eventBytes, room.grownBytes], [13, 6]);

  removeField(one, 'a', room);
  removeField(one, 'nosuch', room);
  assert.deepEqual([room.eventBytes, room.grownBytes, attributesOf(one)], [7, 0, {}]);
  for (const name of ['event', 'source', 'level']) removeField(one, name, room);
  assert.deepEqual([one.body, one.source, one.level], ['', '', 'info']);
  const raw = event();
  removeField(raw, '_raw', room);
  assert.equal(raw.body, '');
});

test('what a parser found never takes the place of what an event is', () => {
  const room = openRoom(LIMITS.events);
  const parsed = event();
  for (const name of ['index', '_time', '_id', 'event', '_raw', 'host']) {
    writeParsed(parsed, name, 'x', room);
  }

  assert.equal(parsed.body, 'abc');
  assert.deepEqual(Object.keys(attributesOf(parsed)), [
    'parsed.index',
    'parsed._time',
    'parsed._id',
    'parsed.event',
    'parsed._raw',
    'host',
  ]);
});

test('a mark is added to the one before, cut, and takes the last place when all are taken', () => {
  const limits = {
    ...LIMITS,
    events: small,
    pipelines: { ...LIMITS.pipelines, errorCharactersMax: 8 },
  };
  const marked = pipelineEvent({ attributes: { a: '1', b: '2' } });

  markError(marked, 'one', limits);
  assert.deepEqual(attributesOf(marked), { a: '1', _pipeline_error: 'one' });
  markError(marked, 'two😀', limits);
  assert.deepEqual(attributesOf(marked), { a: '1', _pipeline_error: 'one; two' });
  const free = pipelineEvent({ attributes: { a: '1' } });
  markError(free, '😀'.repeat(9), limits);
  assert.deepEqual(attributesOf(free), { a: '1', _pipeline_error: '😀'.repeat(8) });
});
