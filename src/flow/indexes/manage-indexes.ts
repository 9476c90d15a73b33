import type { Actor } from '../../base/actor.ts';
import { type Clock, isoTime } from '../../base/clock.ts';
import { AppError, invalid, notFound } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { LogIndex, LogIndexChange, LogIndexDraft } from '../../contract/indexes.ts';
import type { Metadata, Unit } from '../../engines/metadata/metadata.ts';
import type { IndexRow } from '../../engines/metadata/tables/indexes.ts';
import { instant, sql, string } from '../../engines/store/sql.ts';
import { type LogStore, rowsOf } from '../../engines/store/store.ts';
import { type AccessCache, changeAccess } from '../../guard/access/index.ts';
import { recordAudit } from '../../guard/audit/index.ts';
import { lockPlan, type Plans, requireRoom } from '../../guard/limits/index.ts';
import { DEFAULT_INDEX, INTERNAL_INDEX_PREFIX } from '../../spec/audit.ts';
import { IMPORT_INDEX_PREFIX } from '../../spec/exports.ts';
import { RESERVED_INDEX_NAMES, reservedIndex } from '../../spec/reserved-indexes.ts';
import { DAY_MS, SECOND_MS } from '../../spec/units.ts';
import { readableIndexes } from './readable-indexes.ts';
import { eraseEvents } from './erase-indexes.ts';
import {
  countIndexes,
  insertIndex,
  keepIndex,
  noteErasure,
  readIndexes,
  removeIndex,
} from './indexes-table.ts';

export interface IndexNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly cache: Pick<AccessCache, 'get' | 'forget'>;
  readonly store: Pick<LogStore, 'query' | 'command'>;
  readonly clock: Clock;
  readonly plans: Plans;
  readonly log: Log;
}

/**
 * `main` first, then the others by name, then the reserved ones that the caller may read; each with what a search
 * can still find.
 */
export async function listIndexes(needs: IndexNeeds, actor: Actor): Promise<LogIndex[]> {
  const facts = await readableIndexes(needs, actor);
  const rows = new Map(
    (await readIndexes(needs.metadata, actor.organization)).map((row) => [row.name, row]),
  );
  const names = [...facts.keys()].filter(
    (name) => name !== DEFAULT_INDEX && reservedIndex(name) === undefined,
  );
  const reserved = RESERVED_INDEX_NAMES.filter((name) => facts.has(name));
  const listed = await Promise.all(
    [DEFAULT_INDEX, ...names.toSorted(), ...reserved].map(async (name) => {
      const keptDays = facts.get(name) ?? 0;
      const row = rows.get(name);
      const { daysLeft, ...contents } = await readContents(needs, actor, name, keptDays);
      return {
        name,
        description: row?.description ?? usualDescription(name),
        retentionDays: name.startsWith(IMPORT_INDEX_PREFIX) ? daysLeft : keptDays,
        isRetentionOwn: reservedIndex(name) !== undefined || (row?.retention_days ?? null) !== null,
        ...contents,
      };
    }),
  );
  return listed.filter(
    ({ name, events }) => events > 0 || reservedIndex(name)?.isAlwaysListed !== false,
  );
}

function usualDescription(name: string): string {
  if (name === DEFAULT_INDEX) return 'Events that name no index';
  return reservedIndex(name)?.description ?? '';
}

async function readContents(needs: IndexNeeds, actor: Actor, name: string, retentionDays: number) {
  const now = needs.clock.now();
  const since = now - retentionDays * DAY_MS;
  // Restored events are kept for the number of days set by their restore, regardless of their age.
  const last = name.startsWith(IMPORT_INDEX_PREFIX)
    ? sql`max(toUnixTimestamp(timestamp) + retention_days * 86400)`
    : sql`0`;
  const answer = await needs.store.query(sql`
    SELECT count() AS events, min(timestamp) AS oldest, max(timestamp) AS newest, ${last} AS last
    FROM logs
    WHERE organization = ${string(actor.organization)} AND index_name = ${string(name)}
      AND timestamp >= ${instant(since)}`);
  const [row] = rowsOf(answer);
  const events = Number(row?.['events'] ?? 0);
  const time = (value: unknown): string | null =>
    events === 0 ? null : isoTime(Date.parse(String(value)));
  const lastMs = events === 0 ? now : Number(row?.['last']) * SECOND_MS;
  return {
    events,
    oldestEvent: time(row?.['oldest']),
    newestEvent: time(row?.['newest']),
    // Events are kept for whole days, so up to one day longer than their restore specifies.
    daysLeft: Math.max(0, Math.floor((lastMs - now) / DAY_MS)),
  };
}

export async function createIndex(
  needs: IndexNeeds,
  actor: Actor,
  draft: LogIndexDraft,
): Promise<LogIndex> {
  const { name } = draft;
  const now = needs.clock.now();
  if (name === DEFAULT_INDEX) throw alreadyThere();
  await needs.metadata.transaction((unit) => requireFree(needs, unit, actor, name));
  // Events sent to a deleted index of this name must not reappear. Events that another request writes to a concurrently
  // created index arrive after this moment and are kept.
  await eraseEvents(needs, actor.organization, name, now);
  await addIndex(needs, actor, draft);
  return readOne(needs, actor, name);
}

type ChangeNeeds = Pick<IndexNeeds, 'metadata' | 'cache' | 'clock' | 'plans'>;

/** What came for the name before has been erased. */
export async function addIndex(
  needs: ChangeNeeds,
  actor: Actor,
  draft: LogIndexDraft,
): Promise<void> {
  const { name } = draft;
  const now = needs.clock.now();
  await changeAccess(needs, actor.organization, async (unit) => {
    await requireFree(needs, unit, actor, name);
    const row: IndexRow = {
      organization_id: actor.organization,
      name,
      description: draft.description ?? '',
      retention_days: draft.retentionDays ?? null,
      created_at: now,
    };
    await insertIndex(unit, row);
    const details = { retentionDays: row.retention_days };
    const change = { after: contentOf(row) };
    await recordAudit(
      unit,
      actor,
      { action: 'index.created', resource: name, details, change },
      now,
    );
  });
}

/** Locks the organization's row: of two requests for one name, or for the last free place, only one succeeds. */
async function requireFree(
  needs: Pick<IndexNeeds, 'plans'>,
  unit: Unit,
  { organization }: Actor,
  name: string,
): Promise<void> {
  await lockPlan(unit, organization);
  const rows = await readIndexes(unit, organization);
  if (rows.some((row) => row.name === name)) throw alreadyThere();
  await requireRoom(unit, needs.plans, organization, 'indexes', () =>
    countIndexes(unit, organization),
  );
}

function alreadyThere(): AppError {
  return new AppError('CONFLICT', 'An index with this name already exists.');
}

export async function changeIndex(
  needs: IndexNeeds,
  actor: Actor,
  name: string,
  change: LogIndexChange,
): Promise<LogIndex> {
  await keepChange(needs, actor, name, change);
  return readOne(needs, actor, name);
}

export async function keepChange(
  needs: ChangeNeeds,
  actor: Actor,
  name: string,
  change: LogIndexChange,
): Promise<void> {
  const now = needs.clock.now();
  refuseReserved(name);
  await changeAccess(needs, actor.organization, async (unit) => {
    await unit.lockRow('organizations', { id: actor.organization });
    const rows = await readIndexes(unit, actor.organization);
    const before = rows.find((row) => row.name === name);
    if (before === undefined && name !== DEFAULT_INDEX) throw notFound('index');
    const row: IndexRow = {
      organization_id: actor.organization,
      name,
      description: change.description ?? before?.description ?? '',
      retention_days:
        change.retentionDays === undefined
          ? (before?.retention_days ?? null)
          : change.retentionDays,
      created_at: before?.created_at ?? now,
    };
    await keepIndex(unit, row);
    const details = { retentionDays: row.retention_days };
    const event = {
      action: 'index.updated',
      resource: name,
      details,
      change: { before: contentOf(before ?? UNCHANGED), after: contentOf(row) },
    } as const;
    await recordAudit(unit, actor, event, now);
  });
}

/** The index that every organization has, before anybody changed it. */
const UNCHANGED = { description: '', retention_days: null };

function contentOf(row: Pick<IndexRow, 'description' | 'retention_days'>) {
  return { description: row.description, retentionDays: row.retention_days };
}

/**
 * Removes the index for all users immediately, with its audit entry; its events are erased right after, with retries
 * until that succeeds. If the response is an error, nothing was changed.
 */
export async function deleteIndex(needs: IndexNeeds, actor: Actor, name: string): Promise<void> {
  const now = needs.clock.now();
  const { organization } = actor;
  await dropIndex(needs, actor, name);
  try {
    await eraseEvents(needs, organization, name, now);
  } catch (error) {
    // No search names the index any more, and the erasure is noted: the scheduler repeats it.
    needs.log.warn({ err: error, organization, index: name }, 'erasing a deleted index failed');
  }
}

/** Its events are noted to be erased. */
export async function dropIndex(needs: ChangeNeeds, actor: Actor, name: string): Promise<void> {
  const now = needs.clock.now();
  const { organization } = actor;
  refuseReserved(name);
  if (name === DEFAULT_INDEX) throw invalid('name', "The index main can't be deleted.");
  await changeAccess(needs, organization, async (unit) => {
    if (!(await removeIndex(unit, organization, name))) throw notFound('index');
    await noteErasure(unit, { organization_id: organization, index_name: name, requested_at: now });
    await recordAudit(unit, actor, { action: 'index.deleted', resource: name }, now);
  });
}

async function readOne(needs: IndexNeeds, actor: Actor, name: string): Promise<LogIndex> {
  const found = (await listIndexes(needs, actor)).find((index) => index.name === name);
  if (found === undefined) throw notFound('index');
  return found;
}

function refuseReserved(name: string): void {
  if (!name.startsWith(INTERNAL_INDEX_PREFIX)) return;
  throw invalid('name', `Index names that start with ${INTERNAL_INDEX_PREFIX} are reserved.`);
}
