import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type {
  Service,
  ServiceChange,
  ServiceDraft,
  ServiceVersion,
} from '../../../contract/services.ts';
import { orTaken, type Metadata, type Unit } from '../../../engines/metadata/metadata.ts';
import type { ServiceRow, ServiceRunRow } from '../../../engines/metadata/tables/services.ts';
import {
  insertKnowledgeVersion,
  readKnowledgeVersions,
  removeKnowledgeVersions,
} from '../../../flow/search/index.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { requireRoom } from '../../../guard/limits/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { putInOutbox } from '../measuring/kpi-outbox-table.ts';
import { serviceRow } from '../measuring/kpi-row.ts';
import { dropUnrevised } from '../measuring/kpi-states-table.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { readSelector } from './check-searches.ts';
import { countKpisByService } from './kpis-table.ts';
import {
  countServices,
  findService,
  findServiceIds,
  insertService,
  readDependencies,
  readRuns,
  readServiceRows,
  removeService,
  replaceDependencies,
  updateService,
} from './services-table.ts';

export const withOwnName = orTaken({
  services_organization_id_name_key: 'A service with this name already exists.',
  kpis_service_id_name_key: 'The service already has a KPI with this name.',
});

type Needs = Pick<ServiceNeeds, 'metadata' | 'clock' | 'plans'>;

export async function listServices(
  needs: Needs,
  { organization }: Actor,
  page: Page,
): Promise<{ data: Service[]; nextCursor: string | null }> {
  const rows = await readServiceRows(needs.metadata, organization, page);
  const show = await openShow(needs.metadata, organization);
  const cursorOf = (row: ServiceRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, show);
}

export async function readService(
  { metadata }: Pick<Needs, 'metadata'>,
  { organization }: Actor,
  id: string,
): Promise<Service> {
  const row = await requireService(metadata, organization, id);
  return (await openShow(metadata, organization, id))(row);
}

export async function createService(
  needs: Needs,
  actor: Actor,
  draft: ServiceDraft,
): Promise<Service> {
  readSelector(draft.selector);
  const id = await withOwnName(() =>
    needs.metadata.transaction((unit) => addService(unit, needs, actor, draft)),
  );
  return readService(needs, actor, id);
}

/** In a transaction of the caller, whose draft has been checked. */
export async function addService(
  unit: Unit,
  { plans, clock }: Pick<Needs, 'plans' | 'clock'>,
  actor: Actor,
  draft: ServiceDraft,
): Promise<string> {
  const { organization } = actor;
  const now = clock.now();
  const id = newId('service');
  await requireRoom(unit, plans, organization, 'services', () => countServices(unit, organization));
  await requireDependencies(unit, organization, id, draft.dependsOn ?? []);
  const row: ServiceRow = {
    id,
    organization_id: organization,
    name: draft.name.trim(),
    version: 1,
    selector: draft.selector,
    owner: draft.owner?.trim() ?? null,
    tier: draft.tier ?? 3,
    links: JSON.stringify(draft.links ?? []),
    tags: JSON.stringify(draft.tags ?? []),
    created_by: actorName(actor),
    created_at: now,
    updated_at: now,
  };
  await insertService(unit, row);
  await replaceDependencies(unit, organization, id, draft.dependsOn ?? []);
  await keepVersion(unit, row, draft.dependsOn ?? [], row.created_by);
  const event = {
    action: 'service.created',
    resource: id,
    details: { name: row.name },
    change: { after: contentOf(row, draft.dependsOn ?? []) },
  } as const;
  await recordAudit(unit, actor, event, now);
  return id;
}

export async function changeService(
  needs: Needs,
  actor: Actor,
  id: string,
  change: ServiceChange,
): Promise<Service> {
  const { organization } = actor;
  if (change.selector !== undefined) readSelector(change.selector);
  const now = needs.clock.now();
  await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      const before = await lockService(unit, organization, id);
      requireVersion(before.version, change.version);
      const known = await dependenciesOf(unit, organization, id);
      const { dependsOn = known } = change;
      if (change.dependsOn !== undefined) {
        await requireDependencies(unit, organization, id, dependsOn);
        await replaceDependencies(unit, organization, id, dependsOn);
      }
      const set = { ...setOf(before, change), updated_at: now };
      await updateService(unit, organization, id, set);
      // The new selector measures something else: its values must not correct earlier ones.
      if ((change.selector ?? before.selector) !== before.selector) {
        await dropUnrevised(unit, organization, { service: id });
      }
      const after = { ...before, ...set };
      // A service from a release without versions has none yet.
      await keepVersion(unit, before, known, before.created_by);
      await keepVersion(unit, after, dependsOn, actorName(actor));
      const event = {
        action: 'service.updated',
        resource: id,
        details: { name: after.name, version: after.version },
        change: { before: contentOf(before, known), after: contentOf(after, dependsOn) },
      } as const;
      await recordAudit(unit, actor, event, now);
    }),
  );
  return readService(needs, actor, id);
}

function setOf(before: ServiceRow, change: ServiceChange): Partial<ServiceRow> {
  const { links, tags } = change;
  return {
    version: before.version + 1,
    name: change.name?.trim() ?? before.name,
    selector: change.selector ?? before.selector,
    owner: change.owner === undefined ? before.owner : (change.owner?.trim() ?? null),
    tier: change.tier ?? before.tier,
    links: links === undefined ? before.links : JSON.stringify(links),
    tags: tags === undefined ? before.tags : JSON.stringify(tags),
  };
}

export async function deleteService(needs: Needs, actor: Actor, id: string): Promise<void> {
  const { organization } = actor;
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    const row = await lockService(unit, organization, id);
    const before = contentOf(row, await dependenciesOf(unit, organization, id));
    await removeService(unit, organization, id);
    await removeKnowledgeVersions(unit, organization, id);
    // Readers of services through `_kpi` learn of the deletion from this row.
    const standing = {
      ...namesOf(row),
      state: 'deleted',
      score: null,
      reason: '',
      at: now,
    } as const;
    await putInOutbox(unit, organization, [serviceRow(standing)], now);
    const event = {
      action: 'service.deleted',
      resource: id,
      details: { name: row.name },
      change: { before },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
}

async function dependenciesOf(
  unit: Unit,
  organization: OrganizationId,
  id: string,
): Promise<string[]> {
  const rows = await readDependencies(unit, organization, id);
  return rows.map(({ depends_on }) => depends_on);
}

export async function listServiceVersions(
  { metadata }: Pick<Needs, 'metadata'>,
  { organization }: Actor,
  id: string,
): Promise<ServiceVersion[]> {
  await requireService(metadata, organization, id);
  type Content = ReturnType<typeof contentOf>;
  return readKnowledgeVersions<Content>(metadata, organization, id);
}

async function keepVersion(
  unit: Unit,
  row: ServiceRow,
  dependsOn: readonly string[],
  savedBy: string,
): Promise<void> {
  const content = contentOf(row, dependsOn);
  const saved = { ...row, updated_by: savedBy };
  await insertKnowledgeVersion(unit, saved, content, LIMITS.services.versionsMax);
}

/** What people write of a service. */
function contentOf(row: ServiceRow, dependsOn: readonly string[]) {
  return {
    name: row.name,
    selector: row.selector,
    owner: row.owner,
    tier: row.tier,
    links: JSON.parse(row.links) as Service['links'],
    tags: JSON.parse(row.tags) as string[],
    dependsOn: [...dependsOn].toSorted(),
  };
}

/** Fields that identify a service in rows of `_kpi`. */
export function namesOf(row: ServiceRow) {
  return { id: row.id, name: row.name, tags: JSON.parse(row.tags) as string[], tier: row.tier };
}

/** Locks the organization first, as creation does; then the row that schedules measuring. */
export async function lockService(
  unit: Unit,
  organization: OrganizationId,
  id: string,
): Promise<ServiceRow> {
  await unit.lockRow('organizations', { id: organization });
  await unit.lockRow('service_runs', { organization_id: organization, id });
  return requireService(unit, organization, id);
}

export async function requireService(
  reader: Pick<Metadata, 'db'> | Unit,
  organization: OrganizationId,
  id: string,
): Promise<ServiceRow> {
  const row = await findService(reader, organization, id);
  if (row === undefined) throw notFound('service');
  return row;
}

async function requireDependencies(
  unit: Unit,
  organization: OrganizationId,
  id: string,
  dependsOn: readonly string[],
): Promise<void> {
  if (dependsOn.includes(id)) {
    throw invalid('dependsOn', "A service can't depend on itself.");
  }
  const known = await findServiceIds(unit, organization, dependsOn);
  const at = dependsOn.findIndex((each) => !known.has(each));
  if (at >= 0) throw invalid(`dependsOn.${at}`, 'No such service.');
}

export function requireVersion(present: number, seen: number): void {
  if (present === seen) return;
  const message = `It was changed by someone else and is now at version ${present}. Reload it and try again.`;
  throw new AppError('CONFLICT', message, { fields: { version: present } });
}

/** Knows what a service is shown with, of all services or of one. */
async function openShow(
  metadata: Pick<Metadata, 'db'>,
  organization: OrganizationId,
  service?: string,
): Promise<(row: ServiceRow) => Service> {
  const [kpis, runs, dependencies] = await Promise.all([
    countKpisByService(metadata, organization),
    readRuns(metadata, organization, service),
    readDependencies(metadata, organization, service),
  ]);
  const dependsOn = Map.groupBy(dependencies, ({ service_id }) => service_id);
  return (row) =>
    showService(row, {
      run: runs.get(row.id),
      kpis: kpis.get(row.id) ?? 0,
      dependsOn: (dependsOn.get(row.id) ?? []).map(({ depends_on }) => depends_on),
    });
}

interface ShownWith {
  readonly run: ServiceRunRow | undefined;
  readonly kpis: number;
  readonly dependsOn: string[];
}

function showService(row: ServiceRow, { run, kpis, dependsOn }: ShownWith): Service {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    selector: row.selector,
    owner: row.owner,
    tier: row.tier,
    links: JSON.parse(row.links) as Service['links'],
    tags: JSON.parse(row.tags) as string[],
    dependsOn,
    kpis,
    state: run?.state ?? 'unknown',
    score: run?.score ?? null,
    since: textOf(run?.state_since),
    createdBy: row.created_by,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

export function textOf(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
}
