import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokenTable, endAt, KIND, kindAt, startAt } from './token-table.ts';
import { tokenize } from './tokenize.ts';

const NAMES = Object.keys(KIND);

/** The tokens of a text behind another row, each as `kind:text`; words and marks as their text alone. */
function read(text: string, rowBefore = 'Sun Dec'): string {
  const table = createTokenTable(8);
  tokenize(table, rowBefore, 4_000, 64);
  const first = table.size;
  tokenize(table, text, 4_000, 64);
  return Array.from({ length: table.size - first }, (_, index) => {
    const name = NAMES[kindAt(table, first + index)] ?? '';
    const token = text.slice(startAt(table, first + index), endAt(table, first + index));
    return name === 'word' || name === 'punctuation' ? token : `${name}:${token}`;
  }).join(' · ');
}

function assertRead(expected: Readonly<Record<string, string>>): void {
  for (const [text, tokens] of Object.entries(expected)) assert.equal(read(text), tokens, text);
}

test('dates of several words are one time', () => {
  const whole = [
    'Jun 14',
    'Jun 1',
    'Sun Dec 04',
    'Sun, Dec 04',
    '11 May 2024',
    'Sat 11 May 2024',
    'Sat, 11 May 2024',
    'May 11 2024',
    'May 11 1999',
    'May 11 10:15:00 2024',
    'Mon Jun 14 2024 10:15:00',
    '10:15:00 +0200',
    '10:15:00 -0200',
    '10:15:00 CEST',
    '10:15:00 10:16:00',
    '10:15:00, 10:16:00',
    '10:15:00 - 10:16:00',
  ];
  for (const text of whole) assert.equal(read(text), `time:${text}`);
});

test('what stands beside a date without belonging to it stays', () => {
  assertRead({
    'Jun 144': 'Jun · number:144',
    'Xun Dec 04': 'Xun · time:Dec 04',
    'Sun; Dec 04': 'Sun · ; · time:Dec 04',
    '111 May 2024': 'number:111 · May · number:2024',
    'x May 2024': 'x · May · number:2024',
    'May 2024': 'May · number:2024',
    '11 May 202': 'number:11 · May · number:202',
    '11 May 20245': 'number:11 · May · number:20245',
    '11 Mai 2024': 'number:11 · Mai · number:2024',
    'May 11 2124': 'time:May 11 · number:2124',
    'May 11 10:15:00 1899': 'time:May 11 10:15:00 · number:1899',
    'May 11  2024': 'time:May 11 · number:2024',
    'Jun 14 15': 'time:Jun 14 · number:15',
    '3 Jun 14': 'number:3 · time:Jun 14',
    'Jun 14, 2024': 'time:Jun 14 · , · number:2024',
    '2024-05-11 10:15:00 2024': 'time:2024-05-11 10:15:00 · number:2024',
    '2024-05-11 x 10:15:00': 'time:2024-05-11 · x · time:10:15:00',
    '10:15:00 +020': 'time:10:15:00 · number:+020',
    '10:15:00 +02000': 'time:10:15:00 · number:+02000',
    '10:15:00 12345': 'time:10:15:00 · number:12345',
    '10:15:00 +20ms': 'time:10:15:00 · number:+20ms',
    '10:15:00  +0200': 'time:10:15:00 · number:+0200',
    '10:15:00  CEST': 'time:10:15:00 · CEST',
    '10:15:00, CEST': 'time:10:15:00 · , · CEST',
    '10:15:00 cest': 'time:10:15:00 · cest',
    '10:15:00 ms': 'time:10:15:00 · ms',
  });
});

test('numbers take their units, and variables of one kind in a row or a list are one', () => {
  assertRead({
    '5 ms': 'number:5 ms',
    '5  ms': 'number:5 · ms',
    '5, ms': 'number:5 · , · ms',
    '5 bytes': 'number:5 · bytes',
    '5 CEST': 'number:5 · CEST',
    '1 2': 'number:1 2',
    '1, 2': 'number:1, 2',
    '1 - 2': 'number:1 - 2',
    '1 -- 2': 'number:1 · -- · number:2',
    '1 / 2': 'number:1 · / · number:2',
    '1; 2': 'number:1 · ; · number:2',
    '1 x 2': 'number:1 · x · number:2',
    '1, , 2': 'number:1 · , · , · number:2',
    ', 2': ', · number:2',
    '1 10.0.0.1': 'number:1 · ip:10.0.0.1',
    '10.0.0.1 10.0.0.2': 'ip:10.0.0.1 10.0.0.2',
    '10.0.0.1, 10.0.0.2': 'ip:10.0.0.1, 10.0.0.2',
    '10.0.0.1, 2': 'ip:10.0.0.1 · , · number:2',
  });
});

test('the same word with other digits is a list', () => {
  assertRead({
    'blk_1 blk_2, blk_3': 'mixed:blk_1 blk_2, blk_3',
    'blk_1; blk_2': 'mixed:blk_1 · ; · mixed:blk_2',
    'blk_1 dsk_2': 'mixed:blk_1 · mixed:dsk_2',
    'blk_1,, blk_2': 'mixed:blk_1 · , · , · mixed:blk_2',
    'blk_1 x, blk_2': 'mixed:blk_1 · x · , · mixed:blk_2',
  });
});

test('a quoted text is one token if it is unbroken or of three words at most', () => {
  const whole = ['"a"', '"a b"', '"a b c"', '"a  b"', '"a,b,c"', '"a=5;b=6"', '"(a)"', "'b'"];
  for (const text of [...whole, '"a,a,a,a,a,a"']) assert.equal(read(text), `quoted:${text}`);
  assertRead({
    '"5"': 'number:"5"',
    '"5 6"': 'number:"5 6"',
    '"10.0.0.1"': 'ip:"10.0.0.1"',
    '"a b c d"': '" · a · b · c · d · "',
    '"a, b"': '" · a · , · b · "',
    '"a 5"': '" · a · number:5 · "',
    '""': '" · "',
    '" a"': '" · a · "',
    '"a "': '" · a · "',
    '\'a"': '\' · a · "',
    'a"': 'a · "',
    '"a,a,a,a,a,a,"': '" · a · , · a · , · a · , · a · , · a · , · a · , · "',
    '"a" b "c"': 'quoted:"a" · b · quoted:"c"',
  });
});

test('nothing is joined with the row before', () => {
  const rows: readonly (readonly [before: string, text: string, tokens: string])[] = [
    ['Sun Dec', '04', 'number:04'],
    ['Sun', 'Dec 04', 'time:Dec 04'],
    ['Sun,', 'Dec 04', 'time:Dec 04'],
    ['11', 'May 2024', 'May · number:2024'],
    ['11 May', '2024', 'number:2024'],
    ['10:15:00', '10:16:00', 'time:10:16:00'],
    ['x', '2', 'number:2'],
    ['1', '2', 'number:2'],
    ['1', ', 2', ', · number:2'],
    ['1,', '2', 'number:2'],
    ['5', ' ms', 'ms'],
    ['blk_1', 'blk_2', 'mixed:blk_2'],
    ['blk_1', ', blk_2', ', · mixed:blk_2'],
    ['"', 'a"', 'a · "'],
  ];
  for (const [before, text, tokens] of rows) {
    assert.equal(read(text, before), tokens, `${before} | ${text}`);
  }
});

test('what is quoted is the same to the miner where its words and its quotes are', () => {
  const key = (text: string): number | undefined => {
    const table = createTokenTable(8);
    tokenize(table, text, 4_000, 64);
    assert.equal(table.size, 1, text);
    return table.keys[0];
  };
  assert.equal(key('"5"'), 1);
  assert.equal(key('Sat 11 May 2024'), 1);
  assert.equal(key('"a=5"'), key('"a=6"'));
  assert.equal(key('blk_1, blk_2'), key('blk_3'));
  assert.notEqual(key('"a"'), key("'a'"));
  assert.notEqual(key('"a b"'), key('"b a"'));
  assert.notEqual(key('"a b"'), key('"c b"'));
  assert.notEqual(key('"a b"'), key('"a c"'));
});

test('what was joined is told from what reads otherwise', () => {
  const raw = (text: string): number | undefined => {
    const table = createTokenTable(8);
    tokenize(table, text, 4_000, 64);
    assert.equal(table.size, 1, text);
    return table.raws[0];
  };
  for (const [one, other] of [
    ['1 2', '1 3'],
    ['1, 2', '1 - 2'],
    ['blk_1 blk_2', 'blk_1 blk_3'],
    ['blk_1 blk_2', 'blk_3 blk_2'],
    ['"a b"', '"a  b"'],
    ["'a'", '"a"'],
  ] as const) {
    assert.equal(raw(one), raw(one));
    assert.notEqual(raw(one), raw(other), `${one} | ${other}`);
  }
});
