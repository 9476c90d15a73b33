/** Whose neighbours an event has: those of its source, host, service, or everybody's in its index. */
import { textOf } from '../../../../src/charts/chart-data.ts';
import { DAY_MS } from '../../../../src/spec/units.ts';
import { applyFilter } from '../text/edit-query.ts';
import type { LogEvent } from './log-event.ts';

export interface ContextScope {
  readonly name: string;
  readonly label: string;
  /** Field and value that neighbours share; none for the whole index. */
  readonly field: string | undefined;
  readonly value: string;
}

const SCOPE_FIELDS = [
  'host',
  'host.name',
  'service',
  'service.name',
  'container',
  'pod',
  'trace_id',
];

export function contextScopes(event: LogEvent): ContextScope[] {
  const own = SCOPE_FIELDS.flatMap((name) => {
    const value = textOf(event.row[name]);
    if (value === '') return [];
    return [{ name, label: `${name} ${short(value)}`, field: name, value }];
  });
  const index = textOf(event.row['_index']);
  return [
    {
      name: 'source',
      label: `source ${short(event.source)}`,
      field: 'source',
      value: event.source,
    },
    ...own,
    { name: 'index', label: `index ${short(index)}`, field: undefined, value: '' },
  ];
}

function short(text: string): string {
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

interface ContextSearch {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
  readonly limit: number;
}

/** Two searches: backwards and forwards from the event, one row more than wanted to know of further ones. */
export function contextSearches(
  event: LogEvent,
  { field, value }: ContextScope,
  before: number,
  after: number,
): readonly [ContextSearch, ContextSearch] {
  const index = textOf(event.row['_index']);
  const inIndex = applyFilter('', { action: 'only', field: 'index', value: index });
  const query =
    field === undefined ? inIndex : applyFilter(inIndex, { action: 'only', field, value });
  const at = (ms: number): string => new Date(ms).toISOString();
  return [
    {
      query,
      earliest: at(event.timeMs - DAY_MS),
      latest: at(event.timeMs + 1),
      limit: before + 2,
    },
    {
      query: `${query} | sort 0 _time | head ${after + 2}`,
      earliest: at(event.timeMs),
      latest: at(event.timeMs + DAY_MS),
      limit: after + 2,
    },
  ];
}
