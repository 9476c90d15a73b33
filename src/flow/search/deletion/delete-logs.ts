import { plainText } from '../../../base/plain-text.ts';
import type { Actor } from '../../../base/actor.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type { DeletionPreview, LogDeletion } from '../../../contract/log-deletions.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { LogDeletionRow } from '../../../engines/metadata/tables/search.ts';
import { sql } from '../../../engines/store/sql.ts';
import { type LogStore, rowsOf } from '../../../engines/store/store.ts';
import { auditSubject } from '../../../guard/audit/index.ts';
import { AUDIT_INDEX } from '../../../spec/audit.ts';
import { reservedIndex } from '../../../spec/reserved-indexes.ts';
import type { ReadScope } from '../compile/read-logs.ts';
import { fromClause, type Relation } from '../compile/relation.ts';
import { inSlot } from '../take-slot.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { searchPart, type SearchPart, type ViewInput } from '../views/search-part.ts';
import {
  countOpenDeletions,
  findLogDeletion,
  insertDeletion,
  readLogDeletions,
  showLogDeletion,
} from './log-deletions-table.ts';

export interface DeletionNeeds extends SearchNeeds {
  readonly store: Pick<LogStore, 'query' | 'stream' | 'health' | 'command'>;
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  /** Exports that have written events of the organization to files. */
  readonly archivesOf: (organization: OrganizationId) => Promise<DeletionPreview['archives']>;
}

export interface DeletionInput extends ViewInput {
  readonly query: string;
}

/** What a deletion would erase. */
export async function previewDeletion(
  needs: DeletionNeeds,
  actor: Actor,
  input: DeletionInput,
  signal: AbortSignal,
): Promise<DeletionPreview> {
  const { part, relation, scope } = await doomedEvents(needs, actor, input, signal);
  const matched = await inSlot(needs, actor, () => countEvents(needs, relation, signal));
  const { earliest: from, latest: to } = part.bounds;
  const indexes = [...scope.indexes];
  const archives = await needs.archivesOf(actor.organization);
  return { dryRun: true, query: input.query, from, to, indexes, matched, archives };
}

/** Records a deletion request; `runLogDeletions` executes it. */
export async function requestDeletion(
  needs: DeletionNeeds,
  actor: Actor,
  input: DeletionInput,
  signal: AbortSignal,
): Promise<LogDeletion> {
  const { part } = await doomedEvents(needs, actor, input, signal);
  const { actorName, ipAddress, userAgent } = auditSubject(actor);
  const now = needs.clock.now();
  const row: LogDeletionRow = {
    id: newId('logDeletion'),
    organization_id: actor.organization,
    state: 'waiting',
    query: input.query,
    search: part.text,
    from_ms: Date.parse(part.bounds.earliest),
    to_ms: Date.parse(part.bounds.latest),
    requested_by: actorName,
    ip_address: ipAddress,
    user_agent: plainText(userAgent),
    attempts: 0,
    matched: null,
    remaining: null,
    due_at: now + needs.limits.deletions.delayMs,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    created_at: now,
    ended_at: null,
  };
  const { openPerOrganizationMax } = needs.limits.deletions;
  await needs.metadata.transaction(async (unit) => {
    // Locking the organization's row prevents two requests from both taking the last place.
    if (!(await unit.lockRow('organizations', { id: actor.organization }))) {
      throw notFound('organization');
    }
    if ((await countOpenDeletions(unit, actor.organization)) >= openPerOrganizationMax) {
      const message = `${openPerOrganizationMax} deletions of this organization are still running. Wait until one has finished.`;
      throw new AppError('CONFLICT', message);
    }
    await insertDeletion(unit, row);
  });
  return showLogDeletion(row);
}

export async function listLogDeletions(
  needs: Pick<DeletionNeeds, 'metadata'>,
  actor: Actor,
  page: Page,
): Promise<{ data: LogDeletion[]; nextCursor: string | null }> {
  const rows = await readLogDeletions(needs.metadata, actor.organization, page);
  const cursorOf = (row: LogDeletionRow) => ({ at: row.created_at, id: row.id });
  return pageAnswer(rows, page.limit, cursorOf, showLogDeletion);
}

export async function readLogDeletion(
  needs: DeletionNeeds,
  actor: Actor,
  id: string,
): Promise<LogDeletion> {
  const row = await findLogDeletion(needs.metadata, actor.organization, id);
  if (row === undefined) throw notFound('deletion');
  return showLogDeletion(row);
}

interface DoomedEvents {
  readonly part: SearchPart;
  readonly relation: Relation;
  readonly scope: ReadScope;
}

/** The events of a search that may be erased. A search that was cut anywhere would erase the wrong ones. */
export async function doomedEvents(
  needs: DeletionNeeds,
  actor: Actor,
  input: DeletionInput,
  signal: AbortSignal,
): Promise<DoomedEvents> {
  const prepared = await prepareSearch(needs, actor, { ...input, eventsOnly: true }, signal);
  const part = await searchPart(needs, actor, input);
  const fixed = { query: part.text, ...part.bounds, eventsOnly: true };
  const { relation, limits } = await prepareSearch(needs, actor, fixed, signal);
  const [cut] = [...prepared.limits, ...limits];
  if (cut !== undefined) throw invalid('query', cut.message);
  if (relation.from.kind !== 'logs') throw new Error('a search for events reads the table itself');
  const { scope } = relation.from;
  const own = scope.indexes.find((name) => reservedIndex(name) !== undefined);
  if (own !== undefined) {
    const what = own === AUDIT_INDEX ? 'The audit log' : `The index ${own}`;
    throw invalid('query', `${what} cannot be deleted.`);
  }
  return { part, relation, scope };
}

export async function countEvents(
  needs: Pick<DeletionNeeds, 'store'>,
  relation: Relation,
  signal: AbortSignal,
): Promise<number> {
  const statement = sql`SELECT count() AS events ${fromClause(relation)}`;
  const [row] = rowsOf(await needs.store.query(statement, { signal }));
  return Number(row?.['events'] ?? 0);
}
