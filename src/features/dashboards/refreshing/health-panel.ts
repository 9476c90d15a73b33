/** How services are doing, from what their room writes to the index `_kpi`. */
import type { CompletePanel } from '../../../contract/definition-form.ts';
import { textOf } from '../../../charts/index.ts';
import type { SearchResult } from '../../../flow/search/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { KPI_INDEX } from '../../../spec/services.ts';
import { readQuery } from '../definition/read-query.ts';
import { type Moment, type Statement, statementOf } from './statement.ts';

export type HealthPanel = Extract<CompletePanel, { readonly kind: 'health' }>;

/** Every service has a row at least once an hour, as long as anything of it is measured. */
const EARLIEST = '-3h';

const LATEST = ['service', 'state', 'score', 'reason', 'tier', 'tags']
  .map((name) => `latest(${name}) AS ${name}`)
  .join(', ');

export function healthStatement({ options }: HealthPanel, moment: Moment): Statement {
  const { services } = options;
  // Ids consist of letters, digits and underscores; any other text names no service.
  const ids = services.filter((id) => /^\w+$/.test(id)).map((id) => `"${id}"`);
  const named = services.length === 0 ? '' : ` service_id IN (${[...ids, '""'].join(', ')})`;
  const query =
    `index=${KPI_INDEX} kind=service${named} | stats ${LATEST}, max(_time) AS measured BY service_id ` +
    '| where state!="deleted" | eval score=if(state="unknown", null(), tonumber(score)), ' +
    'reason=if(state="healthy", null(), reason)';
  const now = { ...moment, earliest: EARLIEST, latest: 'now' };
  const tree = readQuery(query, new Map(), 'query');
  return { ...statementOf(tree, now, LIMITS.services.overviewMax), isOfServices: true };
}

const COLUMNS = [
  { name: 'service_id', type: 'text' },
  { name: 'service', type: 'text' },
  { name: 'state', type: 'text' },
  { name: 'score', type: 'number' },
  { name: 'reason', type: 'text' },
  { name: 'measured', type: 'time' },
] as const;

/** The worst first; of those that are named, also the ones of which nothing was heard. */
const WORST = ['critical', 'degraded', 'unknown', 'healthy'];

export function showHealth({ options }: HealthPanel, result: SearchResult): SearchResult {
  const { services, tag } = options;
  const known = result.rows.filter(
    (row) => tag === null || services.length > 0 || textOf(row['tags']).includes(`,${tag},`),
  );
  const heard = new Set(known.map((row) => textOf(row['service_id'])));
  const silent = services.filter((id) => !heard.has(id));
  const rows = [...known, ...silent.map((id) => ({ service_id: id, state: 'unknown' }))];
  const shown = rows
    .toSorted((a, b) => rank(a) - rank(b) || byName(a, b))
    .slice(0, LIMITS.dashboards.healthServicesMax)
    .map((row) => Object.fromEntries(COLUMNS.map(({ name }) => [name, valueOf(row, name)])));
  return { ...result, columns: [...COLUMNS], rows: shown };
}

type Row = Readonly<Record<string, unknown>>;

function valueOf(row: Row, name: string): unknown {
  return row[name] ?? null;
}

function rank(row: Row): number {
  return WORST.indexOf(textOf(row['state']));
}

function byName(a: Row, b: Row): number {
  return textOf(a['service']) < textOf(b['service']) ? -1 : 1;
}
