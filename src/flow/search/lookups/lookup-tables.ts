import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { SentTable } from '../../../engines/store/sent-table.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import { countStored, lockPlan } from '../../../guard/limits/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { createByteCache } from './byte-cache.ts';
import { packContent, type LookupContent } from './content.ts';
import {
  contentOf,
  countLookups,
  findLookup,
  writeLookup,
  type LookupFacts,
  lookupNames,
  readWholeLookup,
} from './lookup-tables-table.ts';
import {
  type LookupMatch,
  type LookupVersion,
  openLookup,
  type OpenLookup,
} from './open-lookup.ts';

/** The lookup tables of all organizations, as searches see them. */
export interface LookupTables {
  names(organization: OrganizationId): Promise<string[]>;
  /** All but the content; undefined when there is none of this name. */
  find(organization: OrganizationId, name: string): Promise<LookupFacts | undefined>;
  /** The current table; undefined if no table has this name. */
  open(organization: OrganizationId, name: string): Promise<OpenLookup | undefined>;
  /** Makes the table or replaces its content; refused when it is no longer what the caller has `seen`. */
  keep(actor: Actor, name: string, content: LookupContent, how: HowKept): Promise<LookupFacts>;
}

/** Any version, none, or exactly this one. */
export type Seen = 'anything' | 'nothing' | LookupVersion | { readonly version: number };

export interface HowKept {
  readonly seen: Seen;
  /** Origin of the content: results of a search count as exported logs. */
  readonly origin: 'upload' | 'search';
}

export interface LookupNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly limits: Limits;
}

/** A value in memory takes more than its bytes. */
const MEMORY_FACTOR = 3;

export function openLookupTables(needs: LookupNeeds): LookupTables {
  const { metadata, limits } = needs;
  const bytesMax = limits.lookups.cacheBytesMax / 2;
  const contents = createByteCache<LookupContent>(bytesMax);
  const matches = createByteCache<LookupMatch>(bytesMax / 2);
  const sent = createByteCache<SentTable>(bytesMax / 2);
  const opened = (row: LookupFacts, content: LookupContent): OpenLookup =>
    openLookup({
      name: row.name,
      seen: { id: row.id, version: row.version },
      content,
      matches,
      sent,
      matchesMax: limits.query.lookupMatchesMax,
    });
  return {
    names: (organization) => lookupNames(metadata, organization),
    find: (organization, name) => findLookup(metadata, organization, name),
    async open(organization, name) {
      const facts = await findLookup(metadata, organization, name);
      if (facts === undefined) return undefined;
      const known = contents.get(keyOf(facts));
      if (known !== undefined) return opened(facts, known);
      const row = await readWholeLookup(metadata, organization, name);
      if (row === undefined) return undefined;
      const content = await contentOf(row);
      contents.set(keyOf(row), content, row.bytes * MEMORY_FACTOR);
      return opened(row, content);
    },
    keep: (actor, name, content, how) => keepLookup(needs, actor, name, content, how),
  };
}

/** The ID never changes its organization, so no other organization can access the content. */
function keyOf({ organization_id, id, version }: LookupFacts): string {
  return `${organization_id}:${id}:${version}`;
}

export async function keepLookup(
  needs: LookupNeeds,
  actor: Actor,
  name: string,
  content: LookupContent,
  { seen, origin }: HowKept,
): Promise<LookupFacts> {
  const packed = await packContent(content);
  const { organization } = actor;
  const now = needs.clock.now();
  return needs.metadata.transaction(async (unit) => {
    // Locks the organization as well, so that only one of two new tables gets the last slot.
    await lockPlan(unit, organization);
    const before = await findLookup(unit, organization, name);
    requireSeen(before, seen);
    if (before === undefined) await requirePlace(unit, organization, needs.limits.lookups);
    const version = (before?.version ?? 0) + 1;
    const row = {
      id: before?.id ?? newId('lookupTable'),
      organization_id: organization,
      name,
      version,
      columns: JSON.stringify(content.columns),
      row_count: packed.rows,
      bytes: packed.bytes,
      is_uploaded: origin === 'upload' ? 1 : null,
      member_version: memberVersion(actor, origin, version, before),
      content: packed.content,
      created_at: before?.created_at ?? now,
      updated_at: now,
      updated_by: actorName(actor),
    };
    await writeLookup(unit, row, before === undefined);
    const grownBytes = packed.bytes - (before?.bytes ?? 0);
    if (grownBytes > 0) await countStored(unit, organization, { bytes: grownBytes }, now);
    const action = before === undefined ? 'lookup_table.created' : 'lookup_table.updated';
    const details = { version: row.version, rows: row.row_count };
    const change = {
      ...(before === undefined ? {} : { before: factsOf(before) }),
      after: factsOf(row),
    };
    await recordAudit(unit, actor, { action, resource: name, details, change }, now);
    return row;
  });
}

/** Its cells are events' data, or as many: the log tells their number. */
function factsOf({ columns, row_count: rows, bytes }: Omit<LookupFacts, 'id'>) {
  return { columns: JSON.parse(columns) as string[], rows, bytes };
}

/** An upload replaces everything, so no content of a member remains below that of someone who may publish. */
function memberVersion(
  { permissions }: Actor,
  origin: HowKept['origin'],
  version: number,
  before: LookupFacts | undefined,
): number | null {
  if (!permissions.has('dashboards:publish')) return version;
  return origin === 'upload' ? null : (before?.member_version ?? null);
}

function requireSeen(before: LookupFacts | undefined, seen: Seen): void {
  if (seen === 'anything') return;
  const version = before?.version ?? 0;
  const isSame =
    seen === 'nothing'
      ? before === undefined
      : seen.version === version && (!('id' in seen) || seen.id === before?.id);
  if (isSame) return;
  const message = `The lookup table was changed by someone else and is now at version ${version}. Reload it and try again.`;
  throw new AppError('CONFLICT', message, { fields: { version } });
}

async function requirePlace(
  unit: Unit,
  organization: OrganizationId,
  { perOrganizationMax }: Limits['lookups'],
): Promise<void> {
  if ((await countLookups(unit, organization)) < perOrganizationMax) return;
  const message = `An organization can have at most ${perOrganizationMax} lookup tables. Delete one you no longer need.`;
  throw new AppError('CONFLICT', message);
}
