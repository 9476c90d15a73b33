/** Searches of the index `_kpi`. */
import type { Actor } from '../../../base/actor.ts';
import { type SearchNeeds, searchTree } from '../../../flow/search/index.ts';
import { parse } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';

export interface KpiIndexAsk {
  readonly query: string;
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly rowsMax: number;
}

export type IndexRow = Readonly<Record<string, unknown>>;

export async function askKpiIndex(
  search: SearchNeeds,
  actor: Actor,
  { query: text, from, to, now, rowsMax }: KpiIndexAsk,
  signal: AbortSignal,
): Promise<readonly IndexRow[]> {
  const { query } = parse(text);
  if (query === undefined) throw new Error('a query of the platform itself cannot be read');
  const stored = { from: undefined, to: undefined };
  const timeoutMs = LIMITS.services.statementMsMax;
  const asked = { query, from, to, stored, now, timeoutMs, rowsMax };
  return (await searchTree(search, actor, asked, signal)).rows;
}

/** Ids consist of letters, digits and underscores, so they need no escaping in a query. */
export function isOneOf(field: string, ids: readonly string[]): string {
  return `${field} IN (${ids.map((id) => `"${id}"`).join(', ')})`;
}

/** Of several revisions of a slot the last one counts, and of a row that came twice one. */
export const LATEST_SLOTS =
  'stats latest(state) AS state, latest(value) AS value, latest(good) AS good, latest(total) AS total, ' +
  'latest(importance) AS importance, latest(decisive) AS decisive, latest(every) AS every, max(revision) AS revision ' +
  'BY service_id, kpi_id, slot';

export function numberOf(row: IndexRow, name: string): number {
  const value = Number(row[name] ?? 0);
  return Number.isFinite(value) ? value : 0;
}

export function textIn(row: IndexRow, name: string): string {
  const value = row[name];
  return typeof value === 'string' ? value : '';
}
