/** An event as the API gives it, and the few fields that every event has. */
import { textOf } from '../../../../src/charts/chart-data.ts';

/** A row of an answer: texts, numbers, lists of them, or nothing. */
export type Row = Readonly<Record<string, unknown>>;

export interface LogEvent {
  readonly id: string;
  readonly timeMs: number;
  readonly level: string;
  readonly text: string;
  readonly source: string;
  readonly row: Row;
}

export function toEvent(row: Row): LogEvent {
  return {
    id: textOf(row['_id']),
    timeMs: Date.parse(textOf(row['_time'])),
    level: textOf(row['level']),
    text: textOf(row['event'] ?? row['_raw']),
    source: textOf(row['source']),
    row,
  };
}

/** Where a line came from, as short as possible. */
export function originOf({ row, source }: LogEvent): string {
  const service = textOf(row['service'] ?? row['service.name']);
  return service === '' ? source : service;
}

const FIRST = ['level', 'source', '_index', 'service', 'service.name', 'host'];
const LAST = ['_id', '_time'];

/** Names of the event's fields in the order in which people look for them; its text is not among them. */
export function fieldNames(row: Row): string[] {
  const names = Object.keys(row).filter(
    (name) => name !== 'event' && name !== '_raw' && row[name] !== null && row[name] !== '',
  );
  return names.toSorted((left, right) => rank(left) - rank(right) || (left < right ? -1 : 1));
}

function rank(name: string): number {
  const first = FIRST.indexOf(name);
  if (first >= 0) return first;
  return LAST.includes(name) ? FIRST.length + 1 : FIRST.length;
}

const IDENTIFIER =
  /^(?:.*[._-])?(?:trace|span|request|correlation|session|transaction|order|user|customer|account|tenant|job|message|event)[._-]?id$/i;

/** Names of fields whose value ties events together. */
export function isIdentifier(name: string): boolean {
  return !name.startsWith('_') && (IDENTIFIER.test(name) || /^(?:traceid|spanid)$/i.test(name));
}

/** Longer values would make a query unreadable. */
const FILTER_CHARACTERS_MAX = 500;

export function canFilter(name: string, value: unknown): boolean {
  if (name === '_time' || name === '_id' || name === 'event' || name === '_raw') return false;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    return false;
  }
  return String(value) !== '' && String(value).length <= FILTER_CHARACTERS_MAX;
}
