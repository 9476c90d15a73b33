/** One line of a table after the other, as it was sent, and what is wrong with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineLimits, UploadLine } from './check-content.ts';
import type { LookupContent } from './content.ts';
import { csvLines, writeCsv } from './csv.ts';
import { jsonLines } from './json-lines.ts';

const LIMITS: LineLimits = { columnsMax: 3, valueBytesMax: 4 };

function readLines(kind: typeof csvLines, text: string) {
  const columns: [name: string, line: number][] = [];
  const lines = [...kind(text, LIMITS, (name, line) => columns.push([name, line]))];
  return { columns, lines: lines.map(({ line, values }: UploadLine) => [line, ...values]) };
}

const CSV: readonly [text: string, names: readonly string[], lines: unknown[][]][] = [
  ['a', ['a'], []],
  ['a,b', ['a', 'b'], []],
  ['a\nx', ['a'], [[2, 'x']]],
  ['a\r\nx\r\n', ['a'], [[2, 'x']]],
  ['a\rx', ['a'], [[2, 'x']]],
  ['a\n\n\nx\n', ['a'], [[4, 'x']]],
  [
    'a\n""\nx',
    ['a'],
    [
      [2, ''],
      [3, 'x'],
    ],
  ],
  ['a,b\n,', ['a', 'b'], [[2, '', '']]],
  ['a,b\n,x\n', ['a', 'b'], [[2, '', 'x']]],
  [
    'a,b\n1,2\n3,4',
    ['a', 'b'],
    [
      [2, '1', '2'],
      [3, '3', '4'],
    ],
  ],
  ['a,b\n"1","2"\n', ['a', 'b'], [[2, '1', '2']]],
  [
    'a\n"x"\r\ny',
    ['a'],
    [
      [2, 'x'],
      [3, 'y'],
    ],
  ],
  ['a\n"x"', ['a'], [[2, 'x']]],
  [
    'a\n"\n\n"\ny',
    ['a'],
    [
      [2, '\n\n'],
      [5, 'y'],
    ],
  ],
  ['a\n""""\n', ['a'], [[2, '"']]],
  ['a\n"x""y"', ['a'], [[2, 'x"y']]],
  ['a\n""""""""""', ['a'], [[2, '""""']]],
  ['a\nx"y', ['a'], [[2, 'x"y']]],
  [' a , b ,c\n1,2,3', ['a', 'b', 'c'], [[2, '1', '2', '3']]],
];

for (const [text, names, lines] of CSV) {
  test(`${JSON.stringify(text)} is read as its lines`, () => {
    assert.deepEqual(readLines(csvLines, text), { columns: names.map((name) => [name, 1]), lines });
  });
}

const JSON_LINES: readonly [text: string, columns: [string, number][], lines: unknown[][]][] = [
  ['', [], []],
  ['{"a":1}', [['a', 1]], [[1, '1']]],
  [
    '{"a":"x"}\n\n {"a":true} \r\n',
    [['a', 1]],
    [
      [1, 'x'],
      [3, 'true'],
    ],
  ],
  ['{" a ":null}', [['a', 1]], [[1, '']]],
  [
    '{"a":1}\n{"b":2,"a":3}',
    [
      ['a', 1],
      ['b', 2],
    ],
    [
      [1, '1'],
      [2, '3', '2'],
    ],
  ],
  ['{"a":"[[[[,,,,"}', [['a', 1]], [[1, '[[[[,,,,']]],
  ['{"a":"\\"[[["}', [['a', 1]], [[1, '"[[[']]],
  [
    '{"a":1,"b":2,"c":3}',
    [
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ],
    [[1, '1', '2', '3']],
  ],
  ['{"a":"\\ud800"}', [['a', 1]], [[1, '\uFFFD']]],
];

/** Lines of a trial may be longer than those of three short columns. */
const WIDE: LineLimits = { columnsMax: 3, valueBytesMax: 100 };

for (const [text, columns, lines] of JSON_LINES) {
  test(`${JSON.stringify(text)} is read as its objects`, () => {
    const added: [string, number][] = [];
    const read = [...jsonLines(text, WIDE, (name, line) => added.push([name, line]))];

    assert.deepEqual(added, columns);
    assert.deepEqual(
      read.map(({ line, values }) => [line, ...values]),
      lines,
    );
  });
}

const WRONG: readonly [kind: typeof csvLines, text: string, line: number, message: string][] = [
  [csvLines, 'a,b\n1', 2, 'Expected 2 values, found 1.'],
  [csvLines, 'a\n1,2', 2, 'Expected 1 values, found 2.'],
  [csvLines, 'a,b\n""', 2, 'Expected 2 values, found 1.'],
  [csvLines, 'a,b,c,d', 1, 'Too many columns (maximum 3).'],
  [csvLines, 'a\n\n1,2,3,', 3, 'Too many columns (maximum 3).'],
  [csvLines, 'a\n"x\n",1,1,1', 2, 'Too many columns (maximum 3).'],
  [csvLines, 'a,b\n1,"2', 2, 'Unclosed quotes in value 2.'],
  [csvLines, '"a', 1, 'Unclosed quotes in value 1.'],
  [csvLines, 'a\n"x""', 2, 'Unclosed quotes in value 1.'],
  [csvLines, 'a\n"123456789"', 2, 'Value 1 has more than 4 bytes.'],
  [csvLines, 'a,b\n1,""""""""""""', 2, 'Value 2 has more than 4 bytes.'],
  [
    csvLines,
    'a,b\n1,"x\n"y',
    3,
    'Expected a comma or the end of the line after the quotes of value 2.',
  ],
  [jsonLines, '{"a":1}\nx', 2, 'Invalid JSON.'],
  [jsonLines, '1', 1, 'A line must be an object with a value for each column.'],
  [jsonLines, 'null', 1, 'A line must be an object with a value for each column.'],
  [jsonLines, '[]', 1, 'A line must be an object with a value for each column.'],
  [jsonLines, '{"a":[]}', 1, 'The column “a” must be text or a number.'],
  [jsonLines, '\n{"a":[[', 2, 'A value is nested.'],
  [jsonLines, '{"":[[]]}', 1, 'A value is nested.'],
  [jsonLines, '{}{}{}[[[', 1, 'A value is nested.'],
  [jsonLines, '\n\n1,,,', 3, 'Too many columns (maximum 3).'],
  [jsonLines, '1,,', 1, 'Invalid JSON.'],
  [jsonLines, '"\\",,,', 1, 'Invalid JSON.'],
  [jsonLines, '"\\\\",,,', 1, 'Too many columns (maximum 3).'],
  [jsonLines, 'x'.repeat(12), 1, 'Invalid JSON.'],
  [jsonLines, 'x'.repeat(13), 1, 'The line is too long (maximum 12 characters).'],
  [jsonLines, '\n{"a":"\\0"}', 2, 'Invalid JSON.'],
];

for (const [kind, text, line, message] of WRONG) {
  test(`${JSON.stringify(text)} is refused with its line`, () => {
    assert.throws(() => readLines(kind, text), {
      code: 'VALIDATION_ERROR',
      message: `Line ${line}: ${message}`,
      facts: { details: [{ path: `lines.${line}`, message }] },
    });
  });
}

const WRONG_VALUES: readonly [text: string, message: string][] = [
  ['{"a":[],"b":[]}', 'Line 1: The column “a” must be text or a number.'],
  ['{"a":1,"b":{},"c":{}}', 'Line 1: The column “b” must be text or a number.'],
  ['\n{"a":"x\\u0000"}', 'Line 2: The column “a” contains a NUL character.'],
];

for (const [text, message] of WRONG_VALUES) {
  test(`${JSON.stringify(text)} has a value that cannot be kept`, () => {
    assert.throws(() => [...jsonLines(text, WIDE, () => {})], { message });
  });
}

test('a value in quotes may be as long as twice its bytes before they are counted', () => {
  assert.deepEqual(readLines(csvLines, 'a\n"12345678"').lines, [[2, '12345678']]);
});

test('lines of nothing are passed over, so many and no more', () => {
  const empty = '\n'.repeat(50_000);

  assert.deepEqual(readLines(csvLines, `a\n${empty}x`).lines, [[50_002, 'x']]);
  assert.deepEqual(readLines(jsonLines, `${empty}{"a":1}`).lines, [[50_001, '1']]);
  const message = 'Line 50001: Too many empty lines (maximum 50000).';
  assert.throws(() => readLines(csvLines, `${empty}\n`), { message });
  assert.throws(() => readLines(jsonLines, `${empty}\n`), { message });
});

const WRITTEN: readonly [content: LookupContent, text: string][] = [
  [{ columns: ['a', 'b'], lists: [[], []] }, 'a,b\n'],
  [{ columns: ['a', 'b'], lists: [['1'], ['2']] }, 'a,b\n1,2\n'],
  [{ columns: ['a', 'b'], lists: [[''], ['']] }, 'a,b\n,\n'],
  [{ columns: ['a'], lists: [['', 'x']] }, 'a\n""\nx\n'],
  [{ columns: ['a'], lists: [[' x', 'x ', 'x y']] }, 'a\n" x"\n"x "\nx y\n'],
  [{ columns: ['a'], lists: [['"', ',', '\n', '\r']] }, 'a\n""""\n","\n"\n"\n"\r"\n'],
];

for (const [content, text] of WRITTEN) {
  test(`${JSON.stringify(content)} is written as CSV`, () => {
    assert.equal([...writeCsv(content, 'raw')].join(''), text);
  });
}

test('a large table is written in pieces of 64 KB or a line more', () => {
  const lists = [Array.from({ length: 200 }, () => 'x'.repeat(1023))];

  const pieces = [...writeCsv({ columns: ['a'], lists }, 'raw')];

  assert.deepEqual(
    pieces.map(({ length }) => length),
    [2, 65_536, 65_536, 65_536, 8_192],
  );
});
