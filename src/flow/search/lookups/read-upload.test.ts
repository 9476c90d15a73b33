import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestTurnMs } from '../../../../test/support/longest-turn.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { packContent, unpackContent } from './content.ts';
import { writeCsv } from './csv.ts';
import { readUpload, type UploadFormat } from './read-upload.ts';

const limits = LIMITS.lookups;

const read = (text: string | Uint8Array, format: UploadFormat = 'csv') =>
  readUpload(limits, typeof text === 'string' ? Buffer.from(text) : text, format, 'escaped');

const refused = (text: string | Uint8Array, message: string | RegExp, format?: UploadFormat) =>
  assert.rejects(read(text, format), { code: 'VALIDATION_ERROR', message });

test('CSV is read with its quotes, line ends, marks and empty lines', async () => {
  const text =
    '\uFEFF host , "the zone",note\r\nweb-1,a,"one, ""two""\nthree"\r\n\r\nweb-2,,it"s\nweb-3, b ,\n';

  assert.deepEqual(await read(text), {
    columns: ['host', '"the zone"', 'note'],
    lists: [
      ['web-1', 'web-2', 'web-3'],
      ['a', '', ' b '],
      ['one, "two"\nthree', 'it"s', ''],
    ],
  });
  assert.deepEqual(await read('"a b","c"\n1,2'), { columns: ['a b', 'c'], lists: [['1'], ['2']] });
  assert.deepEqual(await read('a,b\n'), { columns: ['a', 'b'], lists: [[], []] });
});

test('JSON lines have the columns of all their objects', async () => {
  const text = '{"host":"a","up":true}\n\n{"host":"b","load":1.5,"up":null}\r\n';

  assert.deepEqual(await read(text, 'jsonl'), {
    columns: ['host', 'up', 'load'],
    lists: [
      ['a', 'b'],
      ['true', ''],
      ['', '1.5'],
    ],
  });
});

test('what cannot be read is refused with its line', async () => {
  await refused('', /^Line 1: The table is empty/);
  await refused('\n\n', /^Line 1: The table is empty/);
  await refused('a,b\n1,2\n"x\ny",3\n1,2,3\n', 'Line 5: Expected 2 values, found 3.');
  await refused('a,b\n1\n', 'Line 2: Expected 2 values, found 1.');
  await refused('a,,c\n', 'Line 1: Column 2 has no name.');
  await refused('a,b,a\n', 'Line 1: Duplicate column name “a”.');
  await refused('a\tb\n', 'Line 1: The name of column 1 has a control character.');
  await refused('a,b\n1,2\n3,"4\n', 'Line 3: Unclosed quotes in value 2.');
  await refused(
    'a,b\n"1"x,2\n',
    /^Line 2: Expected a comma or the end of the line after the quotes of value 1/,
  );
  await refused('a,b\n1,\0\n', 'Line 2: The table contains a NUL character.');
  await refused(
    Buffer.from('a,b\n1,2\n\xff,2\n', 'latin1'),
    'Line 3: The table is not valid UTF-8.',
  );
  await refused('{"a":1}\n{"a":', 'Line 2: Invalid JSON.', 'jsonl');
  await refused('[1]', 'Line 1: A line must be an object with a value for each column.', 'jsonl');
  await refused('{"a":{}}', 'Line 1: The column “a” must be text or a number.', 'jsonl');
  await refused('{"a":"\\u0000"}', 'Line 1: The column “a” contains a NUL character.', 'jsonl');
  await refused('{"":1}', 'Line 1: Column 1 has no name.', 'jsonl');
});

test('a table may be as long as promised, and no longer', async () => {
  const lines = (count: number): string => `a\n${'x\n'.repeat(count)}`;

  assert.equal((await read(lines(limits.rowsMax))).lists[0]?.length, limits.rowsMax);
  await refused(
    lines(limits.rowsMax + 1),
    `Line ${limits.rowsMax + 2}: Too many rows (maximum ${limits.rowsMax}).`,
  );
});

test('a table may be as wide as promised, and no wider', async () => {
  const head = (count: number): string =>
    Array.from({ length: count }, (_, i) => `c${i}`).join(',');

  assert.equal((await read(head(limits.columnsMax))).columns.length, limits.columnsMax);
  await refused(head(limits.columnsMax + 1), /Too many columns \(maximum 100\)/);
  assert.equal((await read('c'.repeat(limits.columnCharactersMax))).columns.length, 1);
  await refused('c'.repeat(limits.columnCharactersMax + 1), /more than 100 characters/);
});

test('a value may be as large as promised, and no larger', async () => {
  const euros = '€'.repeat(Math.floor(limits.valueBytesMax / 3));
  const rest = 'x'.repeat(limits.valueBytesMax % 3);

  assert.equal(
    (await read(`a\n${euros}${rest}`)).lists[0]?.[0]?.length,
    euros.length + rest.length,
  );
  await refused(
    `a\n1\n${euros}${rest}y`,
    /^Line 3: In the column “a” a value has more than 32768 bytes/,
  );
});

test('a file may be as large as promised, and no larger', async () => {
  const file = (bytes: number): Buffer => Buffer.alloc(bytes, `${'x'.repeat(999)}\n`);
  const small = { ...limits, columnCharactersMax: 999 };

  await readUpload(small, file(limits.contentBytesMax), 'csv', 'raw');
  await assert.rejects(readUpload(small, file(limits.contentBytesMax + 1), 'csv', 'raw'), {
    code: 'FST_ERR_CTP_BODY_TOO_LARGE',
  });
});

test('what is written as CSV is read again, and what is packed is unpacked', async () => {
  const content = {
    columns: ['one', 'a "b", c'],
    lists: [
      ['', ' x', 'a\nb', '"', 'ü'],
      ['', 'y ', 'a,b', '""', '日本'],
    ],
  };
  const single = { columns: ['one'], lists: [['a', '', 'b']] };
  const empty = { columns: ['one', 'two'], lists: [[], []] };

  for (const each of [content, single, empty]) {
    const packed = await packContent(each);
    assert.deepEqual(await unpackContent(each.columns, packed), each);
    assert.deepEqual(await read([...writeCsv(each, 'escaped')].join('')), each);
  }
});

test('what is costly to read is refused before it is parsed, or read in turns', async () => {
  const size = limits.contentBytesMax;
  const hostile: [text: string, format: UploadFormat][] = [
    ['['.repeat(size), 'jsonl'],
    [`{"a":${'['.repeat(size - 10)}`, 'jsonl'],
    ['{"a":'.repeat(size / 5), 'jsonl'],
    [`{${Array.from({ length: size / 12 }, (_, i) => `"${i}":1`).join()}`, 'jsonl'],
    [','.repeat(size), 'csv'],
    ['\n'.repeat(size), 'csv'],
    ['\n'.repeat(size), 'jsonl'],
    [`a\n${'"",'.repeat(size / 3 - 1)}`, 'csv'],
    [`a\n"${'""'.repeat(size / 2 - 2)}`, 'csv'],
    [
      `${Array.from({ length: 100 }, (_, i) => `c${i}`).join()}\n${`${','.repeat(99)}\n`.repeat(limits.cellsMax / 100)}`,
      'csv',
    ],
    [`{"a":"${'\\u0061'.repeat(size / 6 - 10)}"}`, 'jsonl'],
  ];

  for (const [text, format] of hostile) {
    const body = Buffer.from(text);
    const longest = await longestTurnMs(() =>
      readUpload(limits, body, format, 'escaped').catch(() => {}),
    );
    assert.ok(longest < LIMITS.targets.turnMsMax, `${text.slice(0, 20)}: ${longest} ms`);
  }
});

test('a table may have as many values as promised, and no more', async () => {
  const columns = Array.from({ length: 100 }, (_, i) => `c${i}`).join();
  const rows = (count: number): string => `${columns}\n${`${','.repeat(99)}\n`.repeat(count)}`;

  assert.equal((await read(rows(limits.cellsMax / 100))).lists.length, 100);
  await refused(rows(limits.cellsMax / 100 + 1), /Too many values \(maximum 2000000/);
});

test('a table is packed and opened in turns', async () => {
  const columns = Array.from({ length: limits.columnsMax }, (_, i) => `c${i}`);
  const content = {
    columns,
    lists: columns.map(() => Array.from({ length: limits.cellsMax / columns.length }, () => 'x')),
  };

  let packed = await packContent({ columns: ['a'], lists: [['x']] });
  const packing = await longestTurnMs(async () => void (packed = await packContent(content)));
  let opened: unknown;
  const opening = await longestTurnMs(
    async () => void (opened = await unpackContent(columns, packed)),
  );

  assert.ok(packing < LIMITS.targets.turnMsMax, `${packing} ms`);
  assert.ok(opening < LIMITS.targets.turnMsMax, `${opening} ms`);
  assert.deepEqual(opened, content);
});
