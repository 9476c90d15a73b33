/** Formats rows for a terminal. */
import { printable } from '../escape.ts';

export type LogRow = Readonly<Record<string, unknown>>;

const CELL_CHARACTERS_MAX = 80;

/** Columns aligned, a cell cut where it would push the others away. */
export function tableLines(
  names: readonly string[],
  rows: readonly LogRow[],
  paint: Paint,
): readonly string[] {
  const cells = rows.map((row) => names.map((name) => cellOf(row[name])));
  const widths = names.map((name, at) =>
    Math.max(printable(name).length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const line = (values: readonly string[]): string =>
    values
      .map((value, at) => value.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [paint('dim', line(names.map(printable))), ...cells.map(line)];
}

/** One event: when, how bad, from where, what. */
export function eventLine(row: LogRow, paint: Paint): string {
  const level = cellOf(row['level']);
  const service = cellOf(row['service'] ?? row['source']);
  return [
    paint('dim', cellOf(row['_time'])),
    paint(LEVELS[level] ?? 'plain', level.padEnd(5)),
    ...(service === '' ? [] : [paint('dim', service)]),
    printable(textOf(row['event'])),
  ].join(' ');
}

export function isEvent(row: LogRow | undefined): boolean {
  return row !== undefined && '_time' in row && 'event' in row;
}

function cellOf(value: unknown): string {
  const text = printable(textOf(value));
  return text.length <= CELL_CHARACTERS_MAX ? text : `${text.slice(0, CELL_CHARACTERS_MAX - 1)}…`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const STYLES = { plain: '', dim: '2', red: '31', yellow: '33' } as const;
export type Paint = (style: keyof typeof STYLES, text: string) => string;

const LEVELS: Readonly<Record<string, keyof typeof STYLES>> = {
  fatal: 'red',
  critical: 'red',
  error: 'red',
  warn: 'yellow',
  warning: 'yellow',
  debug: 'dim',
  trace: 'dim',
};

/** Colours for people at a terminal; `NO_COLOR` and pipes get none. */
export function createPaint(hasColor: boolean): Paint {
  return (style, text) => {
    const code = STYLES[style];
    return hasColor && code !== '' && text.trim() !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  };
}
