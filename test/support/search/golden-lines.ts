/** How the files of `src/flow/search/golden` write down statements, and what the store was asked and said. */
import type { AppError } from '../../../src/base/errors.ts';
import { bind, type Sql } from '../../../src/engines/store/sql.ts';
import type { QueryAnswer } from '../../../src/engines/store/store.ts';

export function oneLine(text: string): string {
  return text.replaceAll('\n', '⏎').replaceAll('\0', '␀');
}

export function statementLines(statement: Sql): string[] {
  const { text, parameters } = bind(statement);
  return [`sql  ${oneLine(text)}`, `with ${[...parameters.values()].map(oneLine).join(' ¦ ')}`];
}

export function askedLine(statement: Sql): string {
  const { text, parameters } = bind(statement);
  return oneLine(`asks ${[text, ...parameters.values()].join(' ¦ ')}`);
}

export function toldLine(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return `told ${JSON.stringify(rows)}`;
}

export function refusalLine({ code, message, facts }: AppError): string {
  const position = facts.details?.[0]?.position;
  return `${code}${position === undefined ? '' : ` at ${position}`}: ${message}`;
}

/** The rows that were written down. */
export function toldRows(line: string): Record<string, unknown>[] {
  return JSON.parse(line.slice('told '.length)) as Record<string, unknown>[];
}

/** As an answer of the store, as far as compiling looks at it. */
export function answerOf(rows: readonly Readonly<Record<string, unknown>>[]): QueryAnswer {
  const names = Object.keys(rows[0] ?? {});
  return {
    queryId: '',
    columns: names.map((name) => ({ name, type: '', values: rows.map((row) => row[name]) })),
    rowCount: rows.length,
    statistics: { rowsRead: 0, bytesRead: 0, elapsedMs: 0 },
  };
}
