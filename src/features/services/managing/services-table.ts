import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type {
  ServiceDependencyRow,
  ServiceRow,
  ServiceRunRow,
} from '../../../engines/metadata/tables/services.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

export const {
  page: readServiceRows,
  find: findService,
  count: countServices,
  update: updateService,
  remove: removeService,
} = organizationRows('services');

/** By name, up to a limit. */
export async function readAllServices(
  { db }: Reader,
  organization: OrganizationId,
  max: number,
): Promise<ServiceRow[]> {
  return db
    .selectFrom('services')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('name')
    .limit(max)
    .execute();
}

/** Those of the named ones that there are, by their id. */
export async function findServices(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Map<string, ServiceRow>> {
  const rows = await db
    .selectFrom('services')
    .selectAll()
    .where('organization_id', '=', organization)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Those of the named ones that there are. */
export async function findServiceIds(
  { db }: Reader,
  organization: OrganizationId,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('services')
    .select('id')
    .where('organization_id', '=', organization)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Also inserts the row that schedules its measuring. */
export async function insertService({ db }: Unit, row: ServiceRow): Promise<void> {
  await db.insertInto('services').values(row).execute();
  const run: ServiceRunRow = {
    id: row.id,
    organization_id: row.organization_id,
    state: 'unknown',
    score: null,
    state_since: null,
    summed_day: null,
    due_at: null,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    attempts: 0,
  };
  await db.insertInto('service_runs').values(run).execute();
}

/** Of all services, or of one. */
export async function readDependencies(
  { db }: Reader,
  organization: OrganizationId,
  service?: string,
): Promise<ServiceDependencyRow[]> {
  let query = db
    .selectFrom('service_dependencies')
    .selectAll()
    .where('organization_id', '=', organization);
  if (service !== undefined) query = query.where('service_id', '=', service);
  return query.orderBy('service_id').orderBy('depends_on').execute();
}

export async function replaceDependencies(
  { db }: Unit,
  organization: OrganizationId,
  service: string,
  dependsOn: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('service_dependencies')
    .where('organization_id', '=', organization)
    .where('service_id', '=', service)
    .execute();
  if (dependsOn.length === 0) return;
  const rows = dependsOn.map((id) => ({
    service_id: service,
    organization_id: organization,
    depends_on: id,
  }));
  await db.insertInto('service_dependencies').values(rows).execute();
}

/** What came of measuring them last, by service; of all services, or of one. */
export async function readRuns(
  { db }: Reader,
  organization: OrganizationId,
  service?: string,
): Promise<Map<string, ServiceRunRow>> {
  let query = db.selectFrom('service_runs').selectAll().where('organization_id', '=', organization);
  if (service !== undefined) query = query.where('id', '=', service);
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Notified when a service is to be measured early. */
export const RUNS_CHANNEL = 'service_runs';

export async function wakeRun(
  unit: Unit,
  organization: OrganizationId,
  service: string,
  now: number,
): Promise<void> {
  await unit.db
    .updateTable('service_runs')
    .set({ due_at: now })
    .where('organization_id', '=', organization)
    .where('id', '=', service)
    .execute();
  await unit.notify(RUNS_CHANNEL, service);
}
