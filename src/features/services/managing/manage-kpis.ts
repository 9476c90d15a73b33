import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type { KpiChange, KpiDraft, KpiSettings } from '../../../contract/kpi-settings.ts';
import type { Kpi } from '../../../contract/kpis.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { KpiRow, KpiStateRow } from '../../../engines/metadata/tables/services.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { requireRoom } from '../../../guard/limits/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { dropUnrevised, updateKpiState } from '../measuring/kpi-states-table.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import {
  countKpis,
  findKpi,
  findKpiStates,
  insertKpi,
  putKpiStates,
  readKpiPage,
  removeKpi,
  updateKpi,
} from './kpis-table.ts';
import { lockService, requireVersion, textOf, withOwnName } from './manage-services.ts';
import { wakeRun } from './services-table.ts';
import { settleChange, settleDraft } from './settle-kpi.ts';

type Needs = Pick<ServiceNeeds, 'metadata' | 'clock' | 'plans'>;

export async function listKpis(
  { metadata }: Needs,
  { organization }: Actor,
  page: Page,
  service: string | undefined,
): Promise<{ data: Kpi[]; nextCursor: string | null }> {
  const rows = await readKpiPage(metadata, organization, page, service);
  const states = await findKpiStates(
    metadata,
    organization,
    rows.map(({ id }) => id),
  );
  const cursorOf = (row: KpiRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, (row) => showKpi(row, states.get(row.id)));
}

export async function readKpi(
  { metadata }: Pick<Needs, 'metadata'>,
  { organization }: Actor,
  id: string,
): Promise<Kpi> {
  const row = await requireKpi(metadata, organization, id);
  const states = await findKpiStates(metadata, organization, [id]);
  return showKpi(row, states.get(id));
}

export async function createKpi(needs: Needs, actor: Actor, draft: KpiDraft): Promise<Kpi> {
  const settings = settleDraft(draft);
  const id = await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      const { organization } = actor;
      await lockService(unit, organization, draft.serviceId);
      return addKpi(unit, needs, actor, draft, settings);
    }),
  );
  return readKpi(needs, actor, id);
}

/** In a transaction of the caller, who has locked the service. */
export async function addKpi(
  unit: Unit,
  { plans, clock }: Pick<Needs, 'plans' | 'clock'>,
  actor: Actor,
  draft: Pick<KpiDraft, 'serviceId' | 'name' | 'isEnabled'>,
  settings: KpiSettings,
): Promise<string> {
  const { organization } = actor;
  const { serviceId } = draft;
  const now = clock.now();
  await requireRoom(unit, plans, organization, 'kpis', () => countKpis(unit, organization));
  const max = LIMITS.services.kpisPerServiceMax;
  if ((await countKpis(unit, organization, serviceId)) >= max) {
    const message = `A service can have at most ${max} KPIs.`;
    throw new AppError('PLAN_LIMIT_REACHED', message, { fields: { limit: max, resource: 'kpis' } });
  }
  const row: KpiRow = {
    id: newId('kpi'),
    organization_id: organization,
    service_id: serviceId,
    name: draft.name.trim(),
    version: 1,
    is_enabled: draft.isEnabled === false ? 0 : 1,
    settings: JSON.stringify(settings),
    created_by: actorName(actor),
    created_at: now,
    updated_at: now,
  };
  await insertKpi(unit, row);
  await putKpiStates(unit, [newState(row, settings, now)]);
  if (row.is_enabled === 1) await wakeRun(unit, organization, serviceId, now);
  const details = { name: row.name, service: serviceId };
  const change = { after: contentOf(row) };
  await recordAudit(unit, actor, { action: 'kpi.created', resource: row.id, details, change }, now);
  return row.id;
}

export async function changeKpi(
  needs: Needs,
  actor: Actor,
  id: string,
  change: KpiChange,
): Promise<Kpi> {
  const { organization } = actor;
  const known = await requireKpi(needs.metadata, organization, id);
  const now = needs.clock.now();
  await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      await lockService(unit, organization, known.service_id);
      const before = await requireKpi(unit, organization, id);
      requireVersion(before.version, change.version);
      const { version: _version, name, isEnabled, ...given } = change;
      const settings = settleChange(JSON.parse(before.settings) as KpiSettings, given);
      const row: KpiRow = {
        ...before,
        name: name?.trim() ?? before.name,
        version: before.version + 1,
        is_enabled: (isEnabled ?? before.is_enabled === 1) ? 1 : 0,
        settings: JSON.stringify(settings),
        updated_at: now,
      };
      await updateKpi(unit, organization, id, row);
      await goOn(unit, before, row, now);
      await wakeRun(unit, organization, row.service_id, now);
      const event = {
        action: 'kpi.updated',
        resource: id,
        details: { name: row.name },
        change: { before: contentOf(before), after: contentOf(row) },
      } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  return readKpi(needs, actor, id);
}

/** Values measured before a change stay; measuring continues after it. */
async function goOn(unit: Unit, before: KpiRow, row: KpiRow, now: number): Promise<void> {
  const organization = row.organization_id as OrganizationId;
  const settings = JSON.parse(row.settings) as KpiSettings;
  const known = (await findKpiStates(unit, organization, [row.id])).get(row.id);
  if (known === undefined) return;
  if (row.settings !== before.settings) {
    await dropUnrevised(unit, organization, { kpi: row.id });
    const everyMs = settings.everySeconds * SECOND_MS;
    const measuredTo = Math.ceil(known.measured_to / everyMs) * everyMs;
    await updateKpiState(unit, organization, row.id, { measured_to: measuredTo });
  }
  if (row.is_enabled === before.is_enabled) return;
  const { is_backfilled, first_slot } = known;
  const fresh = newState(row, settings, now);
  await putKpiStates(unit, [{ ...fresh, is_backfilled, first_slot, since: now }]);
}

export async function deleteKpi(needs: Needs, actor: Actor, id: string): Promise<void> {
  const { organization } = actor;
  const known = await requireKpi(needs.metadata, organization, id);
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    await lockService(unit, organization, known.service_id);
    const row = await requireKpi(unit, organization, id);
    await removeKpi(unit, organization, id);
    await wakeRun(unit, organization, row.service_id, now);
    const details = { name: row.name, service: row.service_id };
    const change = { before: contentOf(row) };
    await recordAudit(unit, actor, { action: 'kpi.deleted', resource: id, details, change }, now);
  });
}

/** Its past is measured separately; regular measuring starts with the last completed slot. */
function newState(row: KpiRow, settings: KpiSettings, now: number): KpiStateRow {
  const everyMs = settings.everySeconds * SECOND_MS;
  const over = now - settings.delaySeconds * SECOND_MS;
  return {
    kpi_id: row.id,
    organization_id: row.organization_id,
    service_id: row.service_id,
    state: 'not_measured',
    detail: row.is_enabled === 1 ? 'Not measured yet.' : 'Disabled.',
    value: null,
    good: null,
    total: null,
    since: null,
    measured_to: Math.floor(over / everyMs) * everyMs,
    unrevised: '[]',
    first_slot: null,
    is_backfilled: 0,
  };
}

export async function requireKpi(
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  id: string,
): Promise<KpiRow> {
  const row = await findKpi(reader, organization, id);
  if (row === undefined) throw notFound('KPI');
  return row;
}

/** What people write of a KPI. */
function contentOf(row: KpiRow) {
  const settings = JSON.parse(row.settings) as KpiSettings;
  return { name: row.name, isEnabled: row.is_enabled === 1, ...settings };
}

function showKpi(row: KpiRow, state: KpiStateRow | undefined): Kpi {
  const settings = JSON.parse(row.settings) as KpiSettings;
  const isMeasured = state?.first_slot !== null && state !== undefined;
  const slot = isMeasured ? state.measured_to - settings.everySeconds * SECOND_MS : null;
  return {
    id: row.id,
    serviceId: row.service_id,
    name: row.name,
    version: row.version,
    isEnabled: row.is_enabled === 1,
    ...settings,
    state: state?.state ?? 'not_measured',
    detail: state?.detail ?? '',
    value: state?.value ?? null,
    good: state?.good ?? null,
    total: state?.total ?? null,
    since: textOf(state?.since),
    slot: textOf(slot),
    createdBy: row.created_by,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
