/** The queries that the menu of a field writes: what stands in the editor, counted by that field. */
import { printName } from '../../../../../src/language/index.ts';
import { readFacts } from '../../../query/text/query-facts.ts';
import type { ValueKind } from './field-groups.ts';

export interface FieldQuery {
  readonly label: string;
  /** What is put behind the search. */
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

/** The search of the query with another command behind it, in place of the one that made a table of it. */
export function withCommand(query: string, command: string): string {
  const { eventPart } = readFacts(query);
  return `${eventPart.trim() === '' ? '*' : eventPart.trim()} | ${command}`;
}
