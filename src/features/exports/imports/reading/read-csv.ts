import type { Limits } from '../../../../spec/limits.ts';
import { ArchiveProblem } from './archive-problem.ts';
import type { ArchivedRow } from './archived-row.ts';

/** Rows of a CSV file whose first record names the columns. Quotes inside of a value are doubled. */
export async function* readCsv(
  chunks: AsyncIterable<unknown>,
  limits: Limits['exports'],
): AsyncIterable<ArchivedRow> {
  let names: readonly string[] | undefined;
  for await (const record of readRecords(chunks, limits)) {
    if (names === undefined) names = record;
    else yield Object.fromEntries(names.map((name, i) => [name, record[i] ?? '']));
  }
}

async function* readRecords(
  chunks: AsyncIterable<unknown>,
  { importLineBytesMax, importColumnsMax }: Limits['exports'],
): AsyncIterable<readonly string[]> {
  let record: string[] = [];
  let value = '';
  /** Of the values before. */
  let length = 0;
  let isQuoted = false;
  /** A quote inside quotes: the next character determines whether it ends the value. */
  let isAfterQuote = false;
  for await (const chunk of chunks) {
    for (const character of String(chunk)) {
      if (isAfterQuote) {
        isAfterQuote = false;
        if (character === '"') {
          value += '"';
          continue;
        }
        isQuoted = false;
      }
      if (isQuoted) {
        if (character === '"') isAfterQuote = true;
        else value += character;
      } else if (character === '"') isQuoted = true;
      else if (character === ',') {
        record.push(value);
        length += value.length;
        value = '';
        if (record.length >= importColumnsMax) throw tooManyColumns(importColumnsMax);
      } else if (character === '\n') {
        yield [...record, value];
        record = [];
        value = '';
        length = 0;
      } else value += character;
    }
    if (length + value.length > importLineBytesMax) {
      throw new ArchiveProblem('A value of a file is too long.');
    }
  }
  if (record.length > 0 || value !== '') yield [...record, value];
}

export function tooManyColumns(max: number): ArchiveProblem {
  return new ArchiveProblem(`A file has more than ${max} columns.`);
}
