/** The queries that a field menu offers: the search in the editor, aggregated by that field. */
import { printName } from '../../../../../src/language/index.ts';
import { readFacts } from '../../../query/text/query-facts.ts';
import type { ValueKind } from './field-groups.ts';

export interface FieldQuery {
  readonly label: string;
  /** Appended to the search. */
  readonly command: string;
}

const TOP_VALUES = 20;

export function fieldQueries(field: string, kind: ValueKind): readonly FieldQuery[] {
  const name = printName(field);
  const overTime =
    kind === 'number' ? `timechart avg(${name}), max(${name})` : `timechart dc(${name})`;
  return [
    { label: 'Top values', command: `top limit=${TOP_VALUES} ${name}` },
    {
      label: kind === 'number' ? 'Chart avg and max over time' : 'Chart unique values over time',
      command: overTime,
    },
    { label: 'Break down by this field', command: `timechart count BY ${name}` },
  ];
}

/** Returns the search of the query with another command appended, in place of the one that made a table of it. */
export function withCommand(query: string, command: string): string {
  const { eventPart } = readFacts(query);
  return `${eventPart.trim() === '' ? '*' : eventPart.trim()} | ${command}`;
}
