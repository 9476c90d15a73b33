import { type Clock, isoTime } from '../../base/clock.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import { CHAIN_START, type ChainPlace, findBreak, missing } from '../../contract/audit-chain.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { AuditChainRow } from '../../engines/metadata/tables/audit.ts';
import { sql } from '../../engines/store/sql.ts';
import type { LogStore } from '../../engines/store/store.ts';
import { AUDIT_INDEX } from '../../spec/audit.ts';
import { RESERVED_INDEXES } from '../../spec/reserved-indexes.ts';
import { DAY_MS } from '../../spec/units.ts';
import { findChain, readUnverified, updateChain } from './audit-chains-table.ts';
import { readNumbered } from './audit-entries-table.ts';
import { CHAIN_ORDER, ENTRY_FIELDS, storedEntries, untilNow } from './export-audit.ts';
import { linesOf } from './lines-of.ts';
import { sha256 } from './number-entries.ts';
import { storedEntry } from './stored-entry.ts';

export interface VerifyNeeds {
  readonly store: Pick<LogStore, 'export'>;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
}

/** How far entries are numbered, and what the last verification found. */
export interface ShownChain {
  readonly seq: number;
  readonly hash: string;
  readonly verified: {
    readonly at: string;
    readonly from: number | null;
    readonly to: number | null;
    readonly problem: string | null;
  } | null;
}

export async function showChain(
  { metadata }: Pick<VerifyNeeds, 'metadata'>,
  organization: OrganizationId,
): Promise<ShownChain> {
  return shown(await findChain(metadata, organization));
}

/** Reads every kept entry of an organization back from the store, and checks it against the one before. */
export async function verifyAudit(
  needs: VerifyNeeds,
  organization: OrganizationId,
  signal: AbortSignal,
): Promise<ShownChain> {
  const { metadata, clock } = needs;
  const chain = await findChain(metadata, organization);
  if (chain === undefined) return shown(undefined);
  const now = clock.now();
  const found = await readChain(needs, organization, now, signal);
  const problem = found.problem ?? (await findLost(needs, chain, found.to));
  const verified = { from: found.from ?? null, to: found.to ?? null, at: now };
  const change = { verified_from: verified.from, verified_to: verified.to, verified_at: now };
  await updateChain(metadata, organization, { ...change, problem });
  return shown({ ...chain, ...change, problem });
}

const VERIFIED_AT_ONCE_MAX = 1_000;

/** Verifies organizations not verified for a day. */
export async function verifyOverdue(needs: VerifyNeeds, signal: AbortSignal): Promise<void> {
  const before = needs.clock.now() - DAY_MS;
  const organizations = await readUnverified(needs.metadata, before, VERIFIED_AT_ONCE_MAX);
  for (const organization of organizations) {
    if (signal.aborted) return;
    await verifyAudit(needs, organizationId(organization), signal);
  }
}

interface FoundChain {
  readonly from: number | undefined;
  /** The last that follows from all before it. */
  readonly to: number | undefined;
  readonly problem: string | null;
}

async function readChain(
  { store }: VerifyNeeds,
  organization: OrganizationId,
  now: number,
  signal: AbortSignal,
): Promise<FoundChain> {
  const kept = now - RESERVED_INDEXES[AUDIT_INDEX].keptDays * DAY_MS;
  const { content } = await store.export(
    sql`
      SELECT ${ENTRY_FIELDS} FROM (${storedEntries(organization, kept, untilNow(now))})
      WHERE attributes['seq'] != '' ORDER BY ${CHAIN_ORDER}`,
    'jsonl',
    { signal },
  );
  let from: number | undefined;
  let before: ChainPlace | undefined;
  for await (const line of linesOf(content)) {
    const entry = storedEntry(line);
    // A node that died after the queue took an entry has sent it twice.
    if (entry.seq === before?.seq && entry.hash === before.hash) continue;
    // Where retention ends, an entry can go before one with a lower number.
    const isExpiring = Date.parse(entry.timestamp) < kept + DAY_MS;
    if (isExpiring && before !== undefined && entry.seq > before.seq + 1) from = before = undefined;
    const problem = findBreak(before, entry, sha256);
    if (problem !== undefined) return { from, to: before?.seq, problem };
    from ??= entry.seq;
    before = entry;
  }
  return { from, to: before?.seq, problem: null };
}

/** What the store has not shown must still be on its way. */
async function findLost(
  { metadata }: VerifyNeeds,
  chain: AuditChainRow,
  to: number | undefined,
): Promise<string | null> {
  const next = to === undefined ? undefined : to + 1;
  if (next !== undefined && next > chain.seq) return null;
  const organization = organizationId(chain.organization_id);
  const [waiting] = await readNumbered(metadata, organization, next ?? 1, 1);
  if (waiting === undefined) return next === undefined ? null : missing(next, chain.seq);
  const first = waiting.seq ?? 0;
  return next === undefined || first === next ? null : missing(next, first - 1);
}

function shown(chain: AuditChainRow | undefined): ShownChain {
  if (chain === undefined) return { seq: 0, hash: CHAIN_START, verified: null };
  const { seq, hash, verified_at, verified_from: from, verified_to: to, problem } = chain;
  const verified = verified_at === null ? null : { at: isoTime(verified_at), from, to, problem };
  return { seq, hash, verified };
}
