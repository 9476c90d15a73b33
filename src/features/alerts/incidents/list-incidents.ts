import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { invalid, notFound } from '../../../base/errors.ts';
import type { AlertIncident, AlertIncidentWhole } from '../../../contract/alerts.ts';
import type { AlertIncidentRow } from '../../../engines/metadata/tables/alerts.ts';
import type { IncidentStatus, Severity } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { readDeliveriesOf } from '../tables/alert-delivery-items-table.ts';
import { findIncident, readIncidents, readTimeline } from '../tables/alert-incidents-table.ts';
import type { IncidentNeeds } from './incident-needs.ts';
import { showIncident, showWhole } from './show-incident.ts';

export interface IncidentQuery {
  readonly status?: IncidentStatus;
  readonly ruleId?: string;
  readonly severity?: Severity;
  readonly from?: string;
  readonly to?: string;
}

export async function listIncidents(
  { metadata, publicOrigin }: IncidentNeeds,
  { organization }: Actor,
  page: Page,
  { from, to, ...filter }: IncidentQuery,
): Promise<{ data: AlertIncident[]; nextCursor: string | null }> {
  const rows = await readIncidents(metadata, organization, page, {
    ...filter,
    ...(from === undefined ? {} : { from: instantOf('from', from) }),
    ...(to === undefined ? {} : { to: instantOf('to', to) }),
  });
  const shown = rows.slice(0, page.limit).map(({ id }) => id);
  const deliveries = await readDeliveriesOf(metadata, organization, shown);
  const cursorOf = (row: AlertIncidentRow) => ({ at: row.fired_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, (row) =>
    showIncident(row, deliveries, publicOrigin()),
  );
}

export async function readIncident(
  { metadata, publicOrigin }: IncidentNeeds,
  { organization }: Actor,
  id: string,
): Promise<AlertIncidentWhole> {
  const row = await findIncident(metadata, organization, id);
  if (row === undefined) throw notFound('alert');
  const [deliveries, timeline] = await Promise.all([
    readDeliveriesOf(metadata, organization, [id]),
    readTimeline(metadata, organization, id, LIMITS.alerts.timelineMax),
  ]);
  return showWhole(row, deliveries, timeline, publicOrigin());
}

const ISO = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d))?$/;

function instantOf(path: string, text: string): number {
  const ms = ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw invalid(path, 'Invalid time. Use ISO 8601, for example 2026-11-15T10:00:00Z.');
  }
  return ms;
}
