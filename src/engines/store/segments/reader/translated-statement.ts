/**
 * Statements in the engine's dialect, with a placeholder for each read of rows: only this side knows which parts these
 * are.
 */
import { randomBytes } from 'node:crypto';
import {
  type LogsRead,
  type LogsSource,
  type StatementText,
  StatementTooLarge,
  translate,
  type Translation,
} from '../../duckdb/dialect/translate.ts';

export interface TranslatedStatement {
  readonly translation: Translation;
  readonly places: readonly RowsPlace[];
  /** Prefix of the placeholders in the text; nobody else can know it. */
  readonly mark: string;
  readonly wantsRetention: boolean;
}

export interface RowsPlace {
  readonly read: LogsRead;
  readonly isCounted: boolean;
}

const MARK_BYTES = 16;
/** What a statement has that may want the column. */
const RETENTION = /retention_days|\*/;

/** Takes a while for a long one. */
export function translateStatement(statement: StatementText): TranslatedStatement {
  const mark = `rows_${randomBytes(MARK_BYTES).toString('hex')}_`;
  const places: RowsPlace[] = [];
  const placeFor = (read: LogsRead, isCounted: boolean): LogsSource => ({
    table: `${mark}${places.push({ read, isCounted }) - 1}`,
    where: '',
  });
  const translation = translate(statement, {
    rows: (read) => placeFor(read, false),
    counts: (read) => placeFor(read, true),
  });
  return { translation, places, mark, wantsRetention: RETENTION.test(statement.text) };
}

/** Of a whole statement, with all the files that it reads. */
const STATEMENT_CHARACTERS_MAX = 4_000_000;

/** Fills the placeholders in the text with `sources`. */
export function textWith(
  { translation, mark }: TranslatedStatement,
  sources: readonly string[],
): string {
  const [first = '', ...more] = translation.text.split(mark);
  const pieces = more.map((piece) => {
    const [place = ''] = /^\d+/.exec(piece) ?? [];
    return (sources[Number(place)] ?? '') + piece.slice(place.length);
  });
  const length = pieces.reduce((sum, piece) => sum + piece.length, first.length);
  if (length > STATEMENT_CHARACTERS_MAX) throw new StatementTooLarge();
  return first + pieces.join('');
}
