import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { readJsonEvents, readLimits, readNdjsonEvents } from './read-json-events.ts';

const limits = readLimits(LIMITS);
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

test('an object, an array and a wrapper are read, each with its positions', () => {
  const one = readJsonEvents(json({ event: 'a' }), limits);
  assert.deepEqual([one.events, one.pathOf(0)], [[{ event: 'a' }], '']);

  const list = readJsonEvents(json([{ event: 'a' }, { event: 'b' }]), limits);
  assert.deepEqual([list.events.length, list.pathOf(1)], [2, '1']);

  const wrapped = readJsonEvents(json({ events: [{ event: 'a' }] }), limits);
  assert.deepEqual([wrapped.events.length, wrapped.pathOf(0)], [1, 'events.0']);
});

test('an event may itself have a field named events', () => {
  const sent = readJsonEvents(json({ event: 'a', events: [1, 2] }), limits);

  assert.equal(sent.events.length, 1);
});

test('the bytes of the events are counted, not those around them', () => {
  const event = { event: 'ä' };
  const bytes = Buffer.byteLength(JSON.stringify(event));

  assert.equal(readJsonEvents(json(event), limits).bytes, bytes);
  assert.equal(readJsonEvents(json([event, event, event]), limits).bytes, 3 * bytes);
  assert.equal(readJsonEvents(json({ events: [event, event] }), limits).bytes, 2 * bytes);
  const lines = Buffer.from(`${JSON.stringify(event)}\r\n\n${JSON.stringify(event)}`);
  assert.equal(readNdjsonEvents(lines, limits).bytes, 2 * bytes);
});

test('a line that is no JSON is named by its position', () => {
  const body = Buffer.from('{"event":"a"}\n{"event":\n{"event":"c"}\n');

  assert.throws(() => readNdjsonEvents(body, limits), {
    code: 'VALIDATION_ERROR',
    facts: { details: [{ path: '1', message: 'This line is not valid JSON.' }] },
  });
});

test('a field that stands twice in one object is named with its place', () => {
  const body = Buffer.from(String.raw`[{"event":"a:b"},{"a\"b":1,"x":{},"\u0061\"b":[2]}]`);
  const message = String.raw`Duplicate field "a\"b" in an object.`;
  const position = body.indexOf(String.raw`"\u`);

  assert.throws(() => readJsonEvents(body, limits), {
    code: 'VALIDATION_ERROR',
    facts: { details: [{ path: '', message, position }] },
  });
});

test('equal names in different objects are no repetition', () => {
  const text = String.raw`[{"event":"{\"a\":1,\"a\":2}","a":{"a":[{"a":1},{"a":2}]}}, {"a" : 1, "event":"x"}]`;

  assert.equal(readJsonEvents(Buffer.from(text), limits).events.length, 2);
});

test('lines in which a field stands twice are named by their position', () => {
  const body = Buffer.from('{"event":"a"}\n\n{"event":"b","event":"c"}\n{"event":"d"}');

  assert.throws(() => readNdjsonEvents(body, limits), {
    code: 'VALIDATION_ERROR',
    facts: {
      details: [{ path: '1', message: 'Duplicate field "event" in an object.', position: 13 }],
    },
  });
});

test('broken JSON says where', () => {
  assert.throws(() => readJsonEvents(Buffer.from('[{"event":"a"},{"event":}]'), limits), {
    code: 'VALIDATION_ERROR',
    facts: {
      details: [
        {
          path: '',
          message: 'Not valid JSON: expected a value at line 1, column 25.',
          position: 24,
        },
      ],
    },
  });
});

test('invalid UTF-8 is refused, not repaired', () => {
  const body = Buffer.concat([
    Buffer.from('{"event":"'),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('"}'),
  ]);

  assert.throws(() => readJsonEvents(body, limits), { message: 'The body is not valid UTF-8.' });
  assert.throws(() => readNdjsonEvents(body, limits), { message: 'The body is not valid UTF-8.' });
});

test('an empty body, array or wrapper holds no event', () => {
  for (const text of ['[]', '{"events":[]}']) {
    assert.throws(() => readJsonEvents(Buffer.from(text), limits), { code: 'VALIDATION_ERROR' });
  }
  assert.throws(() => readJsonEvents(Buffer.from(''), limits), { code: 'VALIDATION_ERROR' });
  assert.throws(() => readNdjsonEvents(Buffer.from('\n \n'), limits), { code: 'VALIDATION_ERROR' });
});

test('integers beyond 2^53 keep all their digits', () => {
  const body = Buffer.from(
    '[{"event":"a","big":9007199254740993,"small":12,"wide":1234567890123456}]',
  );

  assert.deepEqual(readJsonEvents(body, limits).events, [
    { event: 'a', big: '9007199254740993', small: 12, wide: 1234567890123456 },
  ]);
});

test('nesting is bounded, also when brackets hide in strings', () => {
  const deep = (levels: number): Buffer => Buffer.from('['.repeat(levels) + ']'.repeat(levels));
  assert.equal(readJsonEvents(deep(limits.jsonDepthMax), limits).events.length, 1);
  assert.throws(() => readJsonEvents(deep(50_000), limits), /nested deeper/);
  const hidden = Buffer.from('{"]}":'.repeat(50_000) + '1' + '}'.repeat(50_000));
  assert.throws(() => readJsonEvents(hidden, limits), /nested deeper/);
});

test('an event over the size limit is named, one at the limit is taken', () => {
  const padding = limits.eventBytesMax - JSON.stringify({ event: '' }).length;
  const atLimit = { event: 'x'.repeat(padding) };
  const over = { event: 'x'.repeat(padding + 1) };

  assert.equal(readJsonEvents(json([{ event: 'a' }, atLimit]), limits).events.length, 2);
  assert.throws(() => readJsonEvents(json([{ event: 'a' }, over]), limits), {
    code: 'EVENT_TOO_LARGE',
    facts: {
      details: [
        { path: '1', message: `The event is too large (maximum ${limits.eventBytesMax} bytes).` },
      ],
    },
  });
  const lines = Buffer.from(`${JSON.stringify(atLimit)}\n${JSON.stringify(over)}`);
  assert.throws(() => readNdjsonEvents(lines, limits), { code: 'EVENT_TOO_LARGE' });
});

test('a request holds a bounded number of events', () => {
  const few = { ...limits, perRequestMax: 2 };

  assert.equal(readJsonEvents(json([{}, {}]), few).events.length, 2);
  assert.throws(() => readJsonEvents(json([{}, {}, {}]), few), { code: 'VALIDATION_ERROR' });
});

test('the size of an event is exact, however much its escapes take', () => {
  const control = '\u0001';
  const values: readonly unknown[] = [
    control.repeat(50),
    [control.repeat(50), control.repeat(50)],
    { [control.repeat(50)]: control },
    { a: { b: { c: [control.repeat(9), control.repeat(9)] } } },
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${control}${i}`, ''])),
    Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`k${i}`, null])),
    [control, -1.234567890123457e-300, true, false, null, {}, []],
    'plain text that is all there is to it',
    Array.from({ length: 40 }, () => -1.234567890123457e-300),
  ];
  for (const [position, value] of values.entries()) {
    const size = Buffer.byteLength(JSON.stringify(value));
    const read = (eventBytesMax: number) =>
      readJsonEvents(json([value, 1]), { ...limits, eventBytesMax });
    assert.equal(read(size).events.length, 2, `value ${position}`);
    assert.throws(
      () => read(size - 1),
      {
        code: 'EVENT_TOO_LARGE',
        message: 'An event is too large.',
        facts: {
          details: [{ path: '0', message: `The event is too large (maximum ${size - 1} bytes).` }],
        },
      },
      `value ${position}`,
    );
  }
});

test('a body of one event is bounded like an event, with what is around it', () => {
  const size = '{"event":"a"}'.length;
  const read = (text: string, eventBytesMax: number) =>
    readJsonEvents(Buffer.from(text), { ...limits, eventBytesMax });

  assert.equal(read('{"event":"a"}', size).events.length, 1);
  assert.equal(read('{"event":"a"}     ', size).events.length, 1);
  assert.throws(() => read('{"event":"a"}', size - 1), {
    facts: { details: [{ path: '', message: 'The event is too large (maximum 12 bytes).' }] },
  });
});

test('lines are bounded in size and number, and each that is too large is named', () => {
  const read = (text: string, changed: Partial<typeof limits>) =>
    readNdjsonEvents(Buffer.from(text), { ...limits, ...changed });
  const message = 'The event is too large (maximum 4 bytes).';

  assert.deepEqual(read('1234\n\n 12 \n', { eventBytesMax: 4 }).events, [1234, 12]);
  assert.throws(() => read('12345\n1\n\n"ää"', { eventBytesMax: 4 }), {
    code: 'EVENT_TOO_LARGE',
    facts: {
      details: [
        { path: '0', message },
        { path: '2', message },
      ],
    },
  });
  assert.equal(read('1\n2', { perRequestMax: 2 }).pathOf(1), '1');
  assert.throws(() => read('1\n2\n3', { perRequestMax: 2 }), {
    code: 'VALIDATION_ERROR',
    facts: { details: [{ path: '', message: 'Too many events in one request (maximum 2).' }] },
  });
  assert.throws(() => read('\n', {}), {
    facts: { details: [{ path: '', message: 'The body contains no events.' }] },
  });
  assert.throws(() => read('{"a":1,"a":2}\n{"b":[1]}', {}), {
    facts: {
      details: [{ path: '0', message: 'Duplicate field "a" in an object.', position: 7 }],
    },
  });
});

test('a large number in one line leaves the others as they are', () => {
  const body = Buffer.from('{"a":9007199254740993}\n{"a":1.5}\n{"a":-9007199254740993,"b":1e300}');

  assert.deepEqual(readNdjsonEvents(body, limits).events, [
    { a: '9007199254740993' },
    { a: 1.5 },
    { a: '-9007199254740993', b: 1e300 },
  ]);
});

test('nesting and count are bounded on their last allowed value', () => {
  const read = (text: string) =>
    readJsonEvents(Buffer.from(text), { ...limits, jsonDepthMax: 3, perRequestMax: 2 });

  assert.equal(read('[[[]],{}]').events.length, 2);
  assert.throws(() => read('[[[[]]]]'), {
    code: 'VALIDATION_ERROR',
    facts: { details: [{ path: '', message: 'The JSON is nested deeper than 3 levels.' }] },
  });
  assert.throws(() => read('[1,2,3]'), { message: 'Too many events in one request (maximum 2).' });
});

test('only an object with nothing but a list named events is a wrapper', () => {
  const eventsOf = (text: string): readonly unknown[] =>
    readJsonEvents(Buffer.from(text), limits).events;

  assert.deepEqual(eventsOf('{"events":[1]}'), [1]);
  assert.deepEqual(eventsOf('{"events":7}'), [{ events: 7 }]);
  assert.deepEqual(eventsOf('{"other":[1]}'), [{ other: [1] }]);
  assert.deepEqual(eventsOf('null'), [null]);
  assert.deepEqual(eventsOf('"events"'), ['events']);
  assert.equal(readJsonEvents(Buffer.from('7'), limits).bytes, 1);
  assert.equal(readJsonEvents(Buffer.from('[7]'), limits).bytes, 1);
  assert.equal(readJsonEvents(Buffer.from('{"events":[7]}'), limits).bytes, 1);
  assert.equal(readJsonEvents(Buffer.from('{"events":[7,8]}'), limits).bytes, 2);
});

test('of a long repeated name the beginning is shown', () => {
  const name = 'n'.repeat(65);

  assert.throws(() => readJsonEvents(Buffer.from(`{"${name}":1,"${name}":2}`), limits), {
    message: 'Duplicate field.',
    facts: {
      details: [
        {
          path: '',
          message: `Duplicate field "${'n'.repeat(64)}" in an object.`,
          position: 71,
        },
      ],
    },
  });
});
