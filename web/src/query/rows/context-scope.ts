/**
 * Scope of an event's neighbours: same source, host, service or index, or all events; and their maximum distance in
 * time.
 */
import { textOf } from '../../../../src/charts/chart-data.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/spec/units.ts';
import { applyFilter } from '../text/edit-query.ts';
import type { LogEvent } from './log-event.ts';
import { prefixToName } from '../../../../src/spec/reserved-indexes.ts';

export interface ContextScope {
  readonly name: string;
  readonly label: string;
  /** The search that finds the neighbours. */
  readonly query: string;
}

/** How far from the event its neighbours may be; `nearest` are the next ones, wherever they are. */
export const CONTEXT_WINDOWS = [
  { name: 'nearest', label: 'nearest', ms: undefined },
  { name: '10s', label: '± 10 s', ms: 10 * SECOND_MS },
  { name: '1m', label: '± 1 m', ms: MINUTE_MS },
  { name: '5m', label: '± 5 m', ms: 5 * MINUTE_MS },
  { name: '15m', label: '± 15 m', ms: 15 * MINUTE_MS },
  { name: '1h', label: '± 1 h', ms: HOUR_MS },
] as const;

export type ContextWindow = (typeof CONTEXT_WINDOWS)[number];

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
  const index = textOf(event.row['_index']);
  const inIndex = applyFilter('', { action: 'only', field: 'index', value: index });
  const scopeOf = (name: string, value: string): ContextScope[] => {
    if (value === '') return [];
    const query = applyFilter(inIndex, { action: 'only', field: name, value });
    return [{ name, label: `${name} ${short(value)}`, query }];
  };
  return [
    ...scopeOf('source', event.source),
    ...SCOPE_FIELDS.flatMap((name) => scopeOf(name, textOf(event.row[name]))),
    { name: 'index', label: `index ${short(index)}`, query: inIndex },
    { name: 'everything', label: 'everything', query: everywhere(index, inIndex) },
  ];
}

/** All indexes but those of the platform itself, unless the event is from one. */
function everywhere(index: string, inIndex: string): string {
  return prefixToName(index) !== undefined ? `(index=* OR ${inIndex})` : 'index=*';
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

/**
 * Returns two searches: backwards from the event, including its own timestamp, and forwards after it. Each requests one
 * extra row, to detect further ones.
 */
export function contextSearches(
  event: LogEvent,
  { query }: ContextScope,
  windowMs: number | undefined,
  before: number,
  after: number,
): readonly [ContextSearch, ContextSearch] {
  const far = windowMs ?? DAY_MS;
  const at = (ms: number): string => new Date(ms).toISOString();
  return [
    {
      query,
      earliest: at(event.timeMs - far),
      latest: at(event.timeMs + 1),
      limit: before + 2,
    },
    {
      query: `${query} | sort 0 _time | head ${after + 1}`,
      earliest: at(event.timeMs + 1),
      latest: at(event.timeMs + far + 1),
      limit: after + 1,
    },
  ];
}

export interface Around {
  readonly before: readonly LogEvent[];
  readonly after: readonly LogEvent[];
  readonly hasMoreBefore: boolean;
  readonly hasMoreAfter: boolean;
}

/** What both searches found, oldest first. */
export function joinAround(
  event: LogEvent,
  [earlier, later]: readonly [readonly LogEvent[], readonly LogEvent[]],
  before: number,
  after: number,
): Around {
  const sooner = earlier.filter(({ id }) => id !== event.id);
  return {
    before: sooner.slice(0, before).toReversed(),
    after: later.slice(0, after),
    hasMoreBefore: sooner.length > before,
    hasMoreAfter: later.length > after,
  };
}
