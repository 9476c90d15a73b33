/** Parquet files as nobody writes them: every number in them is what a test says. */

export interface ParquetColumn {
  readonly name: string;
  /** Pages as they are in the file, headers in front. */
  readonly pages: readonly Buffer[];
  readonly codec?: 'none' | 'zstd';
  readonly values: number;
}

const CODECS = { none: 0, zstd: 6 } as const;
const BYTE_ARRAY = 6;
const UTF8 = 0;
const REQUIRED = 0;
const MAGIC = Buffer.from('PAR1');

export function writeParquet(rows: number, columns: readonly ParquetColumn[]): Buffer {
  const parts: Buffer[] = [MAGIC];
  let at = MAGIC.length;
  const chunks = columns.map(({ name, pages, codec = 'none', values }) => {
    const bytes = Buffer.concat(pages);
    const offset = at;
    parts.push(bytes);
    at += bytes.length;
    return struct(
      [2, i64(offset)],
      [
        3,
        struct(
          [1, i32(BYTE_ARRAY)],
          [2, list(5, [varint(0n)])],
          [3, list(8, [text(name).body])],
          [4, i32(CODECS[codec])],
          [5, i64(values)],
          [6, i64(bytes.length)],
          [7, i64(bytes.length)],
          [9, i64(offset)],
        ),
      ],
    );
  });
  const schema = [
    struct([4, text('root')], [5, i32(columns.length)]),
    ...columns.map(({ name }) =>
      struct([1, i32(BYTE_ARRAY)], [3, i32(REQUIRED)], [4, text(name)], [6, i32(UTF8)]),
    ),
  ];
  const group = struct([1, list(12, bodies(chunks))], [2, i64(at)], [3, i64(rows)]);
  const footer = struct(
    [1, i32(1)],
    [2, list(12, bodies(schema))],
    [3, i64(rows)],
    [4, list(12, bodies([group]))],
  ).body;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([...parts, footer, length, MAGIC]);
}

export interface PageNumbers {
  /** Once it is decompressed. */
  readonly bytes: number;
  readonly values: number;
}

const PLAIN = 0;
const RLE = 3;
const RLE_DICTIONARY = 8;

export function dataPage(
  content: Buffer,
  { bytes, values }: PageNumbers,
  encoding: 'plain' | 'dictionary' = 'plain',
): Buffer {
  const coded = encoding === 'plain' ? PLAIN : RLE_DICTIONARY;
  const own = struct([1, i32(values)], [2, i32(coded)], [3, i32(RLE)], [4, i32(RLE)]);
  const head = struct([1, i32(0)], [2, i32(bytes)], [3, i32(content.length)], [5, own]);
  return Buffer.concat([head.body, content]);
}

export function dictionaryPage(values: readonly string[]): Buffer {
  const content = plainValues(values);
  const own = struct([1, i32(values.length)], [2, i32(PLAIN)]);
  const { length } = content;
  return Buffer.concat([
    struct([1, i32(2)], [2, i32(length)], [3, i32(length)], [7, own]).body,
    content,
  ]);
}

/** Each with its length in front. */
export function plainValues(values: readonly string[]): Buffer {
  return Buffer.concat(
    values.flatMap((value) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(Buffer.byteLength(value));
      return [length, Buffer.from(value)];
    }),
  );
}

/** Says `count` times that the value is the first of the dictionary. */
export function repeated(count: number): Buffer {
  return Buffer.concat([Buffer.from([1]), varint(BigInt(count) << 1n), Buffer.from([0])]);
}

interface Field {
  readonly type: number;
  readonly body: Buffer;
}

function struct(...fields: readonly (readonly [id: number, field: Field])[]): Field {
  let before = 0;
  const parts = fields.flatMap(([id, { type, body }]) => {
    const head = Buffer.from([((id - before) << 4) | type]);
    before = id;
    return [head, body];
  });
  return { type: 12, body: Buffer.concat([...parts, Buffer.from([0])]) };
}

function list(type: number, items: readonly Buffer[]): Field {
  const head = Buffer.concat([Buffer.from([0xf0 | type]), varint(BigInt(items.length))]);
  return { type: 9, body: Buffer.concat([head, ...items]) };
}

function bodies(fields: readonly Field[]): Buffer[] {
  return fields.map(({ body }) => body);
}

function text(value: string): Field {
  const bytes = Buffer.from(value);
  return { type: 8, body: Buffer.concat([varint(BigInt(bytes.length)), bytes]) };
}

function i32(value: number): Field {
  return { type: 5, body: zigzag(value) };
}

function i64(value: number): Field {
  return { type: 6, body: zigzag(value) };
}

function zigzag(value: number): Buffer {
  return varint(value < 0 ? -2n * BigInt(value) - 1n : 2n * BigInt(value));
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 0x7fn) | 0x80);
  }
}
