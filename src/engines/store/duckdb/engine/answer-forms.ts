/** The forms in which answers go over the wire, as `read-answer.ts`, `stream-events.ts` and downloads expect them. */
import type { JsonValue } from './read-vector.ts';
import type { AnswerColumn } from './run-select.ts';

export interface Statistics {
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedMs: number;
}

/**
 * Receives an answer as it is produced; the returned promise resolves when there is room for more. `head` is passed
 * before the first piece, or not at all.
 */
export type WriteText = (
  text: string | Buffer,
  head?: Readonly<Record<string, string>>,
) => Promise<void>;

/** Turns an answer into text, piece by piece. */
export interface AnswerForm {
  head(columns: readonly AnswerColumn[]): string;
  /** A list of values for each column. */
  values(lists: readonly JsonValue[][]): string;
  /** What was read so far of `rowsToRead`; only before the first row where the form allows it. */
  progress(statistics: Statistics, rowsToRead: number): string;
  end(rows: number, statistics: Statistics): string;
}

export function answerForm(name: string): AnswerForm {
  switch (name) {
    case 'JSONCompactEachRowWithProgress':
      return eventLines();
    case 'CSVWithNames':
      return csvLines();
    case 'JSONEachRow':
      return jsonLines();
    default:
      return wholeAnswer();
  }
}

/** Whether the form hands rows on before all are known. */
export function isStreamed(name: string): boolean {
  return ['JSONCompactEachRowWithProgress', 'CSVWithNames', 'JSONEachRow'].includes(name);
}

/** The complete answer at its end: a list of values for each column, with their types. */
function wholeAnswer(): AnswerForm {
  let columns: readonly AnswerColumn[] = [];
  let lists: JsonValue[][] = [];
  return {
    head(given) {
      columns = given;
      lists = given.map(() => []);
      return '';
    },
    values(given) {
      for (const [place, list] of lists.entries()) {
        const values = given[place] ?? [];
        if (list.length === 0) lists[place] = values;
        else for (const value of values) list.push(value);
      }
      return '';
    },
    progress: () => '',
    end: (rows, { rowsRead, bytesRead, elapsedMs }) => {
      const data = Object.fromEntries(columns.map(({ name }, place) => [name, lists[place]]));
      const statistics = { elapsed: elapsedMs / 1000, rows_read: rowsRead, bytes_read: bytesRead };
      return JSON.stringify({ meta: columns, data, rows, statistics });
    },
  };
}

/** One JSON object per line: the columns, a row, or how far it got. */
function eventLines(): AnswerForm {
  return {
    head: (columns) => `${JSON.stringify({ meta: columns })}\n`,
    values: (lists) =>
      rowsOf(lists)
        .map((row) => `{"row":${JSON.stringify(row)}}\n`)
        .join(''),
    progress: progressLine,
    end: (_rows, statistics) => progressLine(statistics, statistics.rowsRead),
  };
}

function progressLine({ rowsRead, bytesRead, elapsedMs }: Statistics, rowsToRead: number): string {
  const progress = {
    read_rows: String(Math.round(rowsRead)),
    read_bytes: String(bytesRead),
    total_rows_to_read: String(rowsToRead),
    elapsed_ns: String(Math.round(elapsedMs * 1e6)),
  };
  return `${JSON.stringify({ progress })}\n`;
}

function jsonLines(): AnswerForm {
  let names: readonly string[] = [];
  return {
    head(columns) {
      names = columns.map(({ name }) => JSON.stringify(name));
      return '';
    },
    values: (lists) =>
      rowsOf(lists)
        .map(
          (row) => `{${row.map((value, i) => `${names[i]}:${JSON.stringify(value)}`).join(',')}}\n`,
        )
        .join(''),
    progress: () => '',
    end: () => '',
  };
}

function csvLines(): AnswerForm {
  return {
    head: (columns) => `${columns.map(({ name }) => quoteCell(name)).join(',')}\n`,
    values: (lists) =>
      rowsOf(lists)
        .map((row) => `${row.map(csvCell).join(',')}\n`)
        .join(''),
    progress: () => '',
    end: () => '',
  };
}

function csvCell(value: JsonValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quoteCell(typeof value === 'string' ? value : listedText(value));
}

/** Lists and maps in one cell, written as the other engine writes them. */
function listedText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(listedText).join(',')}]`;
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return value === null ? 'NULL' : String(value);
  const pairs = Object.entries(value).map(
    ([key, each]) => `${listedText(key)}:${listedText(each)}`,
  );
  return `{${pairs.join(',')}}`;
}

function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function rowsOf(lists: readonly JsonValue[][]): JsonValue[][] {
  const [first = []] = lists;
  return first.map((_, row) => lists.map((list) => list[row] ?? null));
}
