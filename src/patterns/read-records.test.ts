import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minePatterns } from './mine-patterns.ts';
import type { Row } from './row.ts';

function templates(rows: readonly Row[]): string[] {
  return minePatterns(rows).patterns.map(({ count, template }) => `${count} ${template}`);
}

test('objects are mined by their message; other fields show what they share', () => {
  const rows = [
    { ts: '2024-05-11T10:15:00Z', level: 'info', msg: 'user 7 signed in', ip: '10.0.0.1', n: 1 },
    { ts: '2024-05-11T10:15:01Z', level: 'info', msg: 'user 8 signed in', ip: '10.0.0.2', n: 2 },
  ];
  assert.deepEqual(templates(rows), [
    '2 {"ts":"<TIME>","level":"info","msg":"user <NUM> signed in","ip":"<IP>","n":"<NUM>"}',
  ]);
});

test('a line that is an object is mined like the object', () => {
  const row = { level: 'warn', message: 'queue depth 17', shard: { id: 4, kind: 'hot' } };
  const text = JSON.stringify({ ...row, message: 'queue depth 18' });
  assert.deepEqual(templates([row, text]), [
    '2 {"level":"warn","message":"queue depth <NUM>","shard":{"id":4,"kind":"hot"}}',
  ]);
});

test('other names of fields are another pattern, their order is not', () => {
  const rows = [
    { message: 'ready 1', zone: 'a' },
    { zone: 'a', message: 'ready 2' },
    { message: 'ready 3', area: 'a' },
  ];
  assert.deepEqual(
    minePatterns(rows).patterns.map((pattern) => pattern.count),
    [2, 1],
  );
});

test('levels come from fields, as names and as numbers', () => {
  const severities = (fields: readonly { [key: string]: string | number }[]): string[] =>
    fields.map((row) => minePatterns([{ ...row, message: 'x' }]).patterns[0]?.severity ?? '');
  assert.deepEqual(
    severities([
      { level: 'WARNING' },
      { level: 50 },
      { severity: 'Notice' },
      { priority: '3' },
      { lvl: 'none' },
    ]),
    ['warn', 'error', 'notice', 'error', 'unknown'],
  );
});

test('a message in an object may have a header of its own', () => {
  const rows = ['vpn', 'dns', 'web'].map((name, index) => ({
    log: `2024-05-11 10:15:0${index} ERROR [${name}] org.acme.Net: probe ${index} lost`,
    stream: 'stderr',
  }));
  const [pattern] = minePatterns(rows).patterns;
  assert.equal(pattern?.count, 3);
  assert.equal(pattern?.message, 'probe <NUM> lost');
  assert.equal(pattern?.severity, 'error');
});

test('without a well-known name the field with sentences is the message', () => {
  const rows = [
    { what: 'door 7 was opened by hand', who: 'ann' },
    { what: 'door 8 was opened by hand', who: 'ben' },
  ];
  assert.deepEqual(templates(rows), ['2 {"what":"door <NUM> was opened by hand","who":"<*>"}']);
});

test('without any message all fields count', () => {
  const rows = [
    { a: 1, kind: 'up' },
    { a: 2, kind: 'up' },
    { a: 3, kind: 'down' },
  ];
  assert.deepEqual(templates(rows), ['2 {"a":"<NUM>","kind":"up"}', '1 {"a":3,"kind":"down"}']);
});

test('logfmt lines are mined by their message too', () => {
  const rows = [
    'ts=2024-05-11T10:15:00Z level=info msg="compacted block 7" took=31ms path=/var/db/a',
    'ts=2024-05-11T10:15:01Z level=info msg="compacted block 8" took=1.2s path=/var/db/b',
    'ts=2024-05-11T10:15:02Z level=error msg="lost \\"b\\" block" took=1s path=/var/db/b',
  ];
  assert.deepEqual(templates(rows), [
    '2 ts=<TIME> level=info msg="compacted block <NUM>" took=<NUM> path=<PATH>',
    '1 ts=2024-05-11T10:15:02Z level=error msg="lost \\"b\\" block" took=1s path=/var/db/b',
  ]);
});

test('what only looks like a record is text', () => {
  for (const line of ['{broken}', '{"a":', 'msg="never closed', 'a=1 and msg=x', '[1,2]', '{}']) {
    const [pattern] = minePatterns([line]).patterns;
    assert.equal(pattern?.shape, '', line);
    assert.equal(pattern?.template, line);
  }
});

test('values that are no objects are mined by their text', () => {
  assert.deepEqual(templates([1, 2, null, [1, 'a'], [2, 'a'], true]), [
    '2 <NUM>',
    '2 [<NUM>,"a"]',
    '1 null',
    '1 true',
  ]);
});

test('names such as __proto__ are names like any other', () => {
  const rows = ['{"__proto__":1,"message":"x 1"}', '{"__proto__":1,"message":"x 2"}'];
  assert.deepEqual(templates(rows), ['2 {"__proto__":1,"message":"x <NUM>"}']);
});
