import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokenTable, endAt, KIND, kindAt, startAt } from './token-table.ts';
import { tokenize } from './tokenize.ts';

const NAMES = Object.keys(KIND);

/** Each token as `kind:text`; words and punctuation as their text alone. */
function read(text: string, tokensMax = 64): string[] {
  const table = createTokenTable(8);
  tokenize(table, text, 4_000, tokensMax);
  return Array.from({ length: table.size }, (_, index) => {
    const name = NAMES[kindAt(table, index)] ?? '';
    const token = text.slice(startAt(table, index), endAt(table, index));
    return name === 'word' || name === 'punctuation' ? token : `${name}:${token}`;
  });
}

/** What stands in the key column: equal keys are the same to the miner. */
function keys(text: string): number[] {
  const table = createTokenTable(8);
  tokenize(table, text, 4_000, 64);
  return Array.from(table.keys.subarray(0, table.size));
}

test('words, marks and brackets are tokens of their own', () => {
  assert.deepEqual(read("can't open (lid), retry!"), [
    "can't",
    'open',
    '(',
    'lid',
    ')',
    ',',
    'retry',
    '!',
  ]);
  assert.deepEqual(read('depth......4 done...'), ['depth', '......', 'number:4', 'done', '...']);
  assert.deepEqual(read('key=value;x:y'), ['key', '=', 'value', ';', 'x', ':', 'y']);
});

test('numbers, with signs, fractions, exponents and units', () => {
  for (const text of [
    '42',
    '-7',
    '+3.5',
    '1,234,567',
    '6.02e23',
    '12ms',
    '99%',
    '64KiB',
    '1.2.3',
  ]) {
    assert.deepEqual(read(`n ${text} m`), ['n', `number:${text}`, 'm'], text);
  }
  assert.deepEqual(read('took 3 s'), ['took', 'number:3 s']);
  assert.deepEqual(read('took <1 sec'), ['took', 'number:1 sec']);
  assert.deepEqual(read('3 of 5 x'), ['number:3', 'of', 'number:5', 'x']);
});

test('runs and lists of numbers are one number', () => {
  assert.deepEqual(read('at 1 2 3 end'), ['at', 'number:1 2 3', 'end']);
  assert.deepEqual(read('Rect(0, 0 - 12, 9)'), ['Rect', '(', 'number:0, 0 - 12, 9', ')']);
});

test('times in many forms', () => {
  for (const text of [
    '2024-05-11T10:15:00Z',
    '2024-05-11T10:15:00.123456+02:00',
    '2024-05-11 10:15:00,123',
    '2024/05/11 10:15:00',
    '11/May/2024:10:15:00 +0000',
    '2024-05-11-10.15.00.123456',
    '20240511T101500',
    '20240511-9:5:0:37',
    'May 11 10:15:00',
    'Sat May 11 10:15:00 2024',
    'Sat, 11 May 2024 10:15:00 GMT',
    '05-11 10:15:00.123',
    '10:15:00',
    '10:15',
  ]) {
    assert.deepEqual(read(`at ${text} x`), ['at', `time:${text}`, 'x'], text);
  }
});

test('what only looks like a time', () => {
  assert.deepEqual(read('ratio 3:45:x'), ['ratio', 'number:3', ':', 'number:45', ':', 'x']);
  assert.deepEqual(read('may 12'), ['time:may 12']);
  assert.deepEqual(read('may go'), ['may', 'go']);
});

test('addresses', () => {
  assert.deepEqual(read('10.0.0.1:8080'), ['ip:10.0.0.1', ':', 'number:8080']);
  assert.deepEqual(read('/10.0.0.1'), ['/', 'ip:10.0.0.1']);
  assert.deepEqual(read('net 10.0.0.0/24'), ['net', 'ip:10.0.0.0/24']);
  assert.deepEqual(read('999.0.0.1'), ['number:999.0.0.1']);
  assert.deepEqual(read('from fe80::1ff:fe23:4567 up'), ['from', 'ip:fe80::1ff:fe23:4567', 'up']);
  assert.deepEqual(read('mac 00:1a:2b:3c:4d:5e'), ['mac', 'mac:00:1a:2b:3c:4d:5e']);
  assert.deepEqual(read('to ann@mail.example.org.'), ['to', 'email:ann@mail.example.org', '.']);
  assert.deepEqual(read('pkg tool@1.2.3'), ['pkg', 'mixed:tool@1.2.3']);
});

test('URLs and paths with all that belongs to them', () => {
  assert.deepEqual(read('see https://a.example/b?c=d&e=1, then'), [
    'see',
    'url:https://a.example/b?c=d&e=1',
    ',',
    'then',
  ]);
  assert.deepEqual(read('"GET /a/b?x=1 HTTP/1.1"'), [
    '"',
    'GET',
    'path:/a/b?x=1',
    'mixed:HTTP/1.1',
    '"',
  ]);
  assert.deepEqual(read('read /etc/app.conf: ok'), ['read', 'path:/etc/app.conf', ':', 'ok']);
  assert.deepEqual(read('and/or'), ['name:and/or']);
});

test('identifiers', () => {
  assert.deepEqual(read('id 7c9e6679-7425-40de-944b-e07fc1f90ae7'), [
    'id',
    'uuid:7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ]);
  assert.deepEqual(read('0x1F deadbeef 9f4ef63 facade'), ['hex:0x1F deadbeef 9f4ef63', 'facade']);
});

test('the digits of a word are masked, the rest of it stays', () => {
  assert.deepEqual(keys('blk_-160899'), keys('blk_3587'));
  assert.deepEqual(keys('blk_3587'), keys('blk_<*>'));
  assert.deepEqual(keys('job_17_m_4'), keys('job_9_m_12345'));
  assert.deepEqual(keys('v1.2.3'), keys('v10.0'));
  assert.deepEqual(keys('core.16483'), keys('core.<*>'));
  assert.deepEqual(
    keys('req-38101a0b-2096-447d-96ea-a692162415ae'),
    keys('req-deadbeef-dead-beef-cafe-a692162415ae'),
  );
  assert.notDeepEqual(keys('node-17'), keys('disk-17'));
});

test('names with structure are told from words, states in capitals are words', () => {
  assert.deepEqual(read('com.acme.Shop send_email TASK_ABORT well-known'), [
    'name:com.acme.Shop',
    'name:send_email',
    'TASK_ABORT',
    'well-known',
  ]);
});

test('a short quoted text is one token, a long one stays open', () => {
  assert.deepEqual(read('job "nightly backup" done'), ['job', 'quoted:"nightly backup"', 'done']);
  assert.deepEqual(read("host 'db1' up"), ['host', "quoted:'db1'", 'up']);
  assert.deepEqual(read('said "a b c d" x'), ['said', '"', 'a', 'b', 'c', 'd', '"', 'x']);
  assert.deepEqual(read('"a b c d e" failed "x"'), [
    '"',
    'a',
    'b',
    'c',
    'd',
    'e',
    '"',
    'failed',
    'quoted:"x"',
  ]);
});

test('the placeholders of a template are read as what they stand for', () => {
  assert.deepEqual(read('user <NUM> at <TIME> from <IP>: <*>'), [
    'user',
    'number:<NUM>',
    'at',
    'time:<TIME>',
    'from',
    'ip:<IP>',
    ':',
    'any:<*>',
  ]);
  assert.deepEqual(read('a <none> b'), ['a', '<', 'none', '>', 'b']);
});

test('a word too long to be one is a variable', () => {
  const blob = 'QUJD'.repeat(64);
  assert.deepEqual(read(`key ${blob} end`), ['key', `any:${blob}`, 'end']);
});

test('reading stops after the given number of tokens', () => {
  assert.deepEqual(read('a b c d', 2), ['a', 'b']);
});
