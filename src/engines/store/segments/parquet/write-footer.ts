/** The end of a Parquet file: what its columns are, and where the pages of each group of rows begin. */
import type { ColumnChunk, ColumnKind, Extent } from './column-writer.ts';
import { type ThriftField, type ThriftValue, writeStruct } from './thrift.ts';

export const MAGIC = Buffer.from('PAR1');

export interface RowGroup {
  readonly rows: number;
  /** The columns of a map are its keys, followed by its values. */
  readonly columns: readonly ColumnChunk[];
}

type ColumnForm = Pick<ColumnChunk, 'path' | 'kind'>;

export function writeFooter(groups: readonly RowGroup[], columns: readonly ColumnForm[]): Buffer {
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const footer = writeStruct([
    [1, { i32: 2 }],
    [2, { list: schemaOf(columns) }],
    [3, { i64: rows }],
    [4, { list: groups.map(groupStruct) }],
    [6, { text: 'xplain' }],
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([footer, length, MAGIC]);
}

const REQUIRED = { i32: 0 };
const REPEATED = { i32: 2 };
const PHYSICAL: Readonly<Record<ColumnKind, number>> = { instant: 2, number: 2, text: 6 };
/** What values mean: texts, and milliseconds since 1970. */
const MEANING: Readonly<Partial<Record<ColumnKind, number>>> = { text: 0, instant: 9 };
const MAP = 1;
const [PLAIN, ZSTD] = [0, 6];

/** Every column is there for each row; a map has three steps down to its keys and values. */
function schemaOf(columns: readonly ColumnForm[]): ThriftValue[] {
  const names = [...new Set(columns.map(({ path }) => path[0] ?? ''))];
  const root: ThriftField[] = [
    [4, { text: 'schema' }],
    [5, { i32: names.length }],
  ];
  const below = names.flatMap((name) => {
    const own = columns.filter(({ path }) => path[0] === name);
    const leaves = own.map(leafStruct);
    return own.length === 1 ? leaves : [...mapStructs(name, own.length), ...leaves];
  });
  return [{ struct: root }, ...below];
}

function mapStructs(name: string, leaves: number): ThriftValue[] {
  const map: ThriftField[] = [
    [3, REQUIRED],
    [4, { text: name }],
    [5, { i32: 1 }],
    [6, { i32: MAP }],
  ];
  const pairs: ThriftField[] = [
    [3, REPEATED],
    [4, { text: 'key_value' }],
    [5, { i32: leaves }],
  ];
  return [{ struct: map }, { struct: pairs }];
}

function leafStruct({ path, kind }: ColumnForm): ThriftValue {
  const meaning = MEANING[kind];
  return {
    struct: [
      [1, { i32: PHYSICAL[kind] }],
      [3, REQUIRED],
      [4, { text: path.at(-1) ?? '' }],
      ...(meaning === undefined ? [] : [[6, { i32: meaning }] as const]),
    ],
  };
}

function groupStruct({ rows, columns }: RowGroup): ThriftValue {
  const bytes = columns.reduce((sum, column) => sum + column.bytes, 0);
  return {
    struct: [
      [1, { list: columns.map(chunkStruct) }],
      [2, { i64: bytes }],
      [3, { i64: rows }],
    ],
  };
}

/** No value is missing. */
function extentStruct({ least, most }: Extent): ThriftValue {
  return {
    struct: [
      [3, { i64: 0 }],
      [5, { text: most }],
      [6, { text: least }],
    ],
  };
}

/** Metadata of a column's chunks that is the same in all groups. */
const forms = new Map<string, readonly ThriftField[]>();

function formOf({ kind, encodings, path, isPacked }: ColumnChunk): readonly ThriftField[] {
  const name = `${path.join('.')} ${isPacked} ${encodings.join(' ')}`;
  const known = forms.get(name);
  if (known !== undefined) return known;
  const form: ThriftField[] = [
    [1, { i32: PHYSICAL[kind] }],
    [2, { list: encodings.map((i32) => ({ i32 })) }],
    [3, { list: path.map((text) => ({ text: Buffer.from(text) })) }],
    [4, { i32: isPacked ? ZSTD : PLAIN }],
  ];
  forms.set(name, form);
  return form;
}

function chunkStruct(column: ColumnChunk): ThriftValue {
  const { dictionaryAt, firstPageAt, extent } = column;
  const details: ThriftField[] = [
    ...formOf(column),
    [5, { i64: column.values }],
    [6, { i64: column.bytes }],
    [7, { i64: column.packedBytes }],
    [9, { i64: firstPageAt }],
    ...(dictionaryAt === undefined ? [] : [[11, { i64: dictionaryAt }] as const]),
    ...(extent === undefined ? [] : [[12, extentStruct(extent)] as const]),
  ];
  return {
    struct: [
      [2, { i64: dictionaryAt ?? firstPageAt }],
      [3, { struct: details }],
    ],
  };
}
