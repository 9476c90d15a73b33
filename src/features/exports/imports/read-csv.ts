import { ArchiveProblem } from './archive-problem.ts';
import type { ArchivedRow } from './archived-row.ts';
import { LIMITS } from '../../../spec/limits.ts';

/** Rows of a CSV file whose first record names the columns. Quotes inside of a value are doubled. */
export async function* readCsv(chunks: AsyncIterable<unknown>): AsyncIterable<ArchivedRow> {
  let names: readonly string[] | undefined;
  for await (const record of readRecords(chunks)) {
    if (names === undefined) names = record;
    else yield Object.fromEntries(names.map((name, i) => [name, record[i] ?? '']));
  }
}

async function* readRecords(chunks: AsyncIterable<unknown>): AsyncIterable<readonly string[]> {
  let record: string[] = [];
  let value = '';
  let isQuoted = false;
  /** A quote inside of quotes: the next character says whether it ends the value. */
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
        value = '';
      } else if (character === '\n') {
        yield [...record, value];
        record = [];
        value = '';
      } else value += character;
    }
    if (value.length > LIMITS.exports.importLineBytesMax) {
      throw new ArchiveProblem('A value of a file is too long.');
    }
  }
  if (record.length > 0 || value !== '') yield [...record, value];
}
