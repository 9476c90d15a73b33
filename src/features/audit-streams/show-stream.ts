import { isoTime } from '../../base/clock.ts';
import { organizationId } from '../../base/ids.ts';
import type { AuditStream } from '../../contract/audit-streams.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import { findChain, readNumbered } from '../../guard/audit/index.ts';
import { SECOND_MS } from '../../spec/units.ts';
import type { StreamNeeds } from './stream-needs.ts';

type Needs = Pick<StreamNeeds, 'metadata' | 'clock'>;

export interface Lag {
  readonly waiting: number;
  /** Age of the oldest entry that waits. */
  readonly lagMs: number;
}

export async function lagOf({ metadata, clock }: Needs, row: AuditStreamRow): Promise<Lag> {
  const organization = organizationId(row.organization_id);
  const chain = await findChain(metadata, organization);
  const waiting = Math.max(0, (chain?.seq ?? 0) - row.sent_to);
  if (waiting === 0) return { waiting, lagMs: 0 };
  const [oldest] = await readNumbered(metadata, organization, row.sent_to + 1, 1);
  // Where entries have left for the index already, it has failed for as long as they are away.
  const since = row.failing_since ?? oldest?.recorded_at ?? row.updated_at;
  return {
    waiting,
    lagMs: Math.max(0, clock.now() - Math.min(since, oldest?.recorded_at ?? since)),
  };
}

export async function showStream(needs: Needs, row: AuditStreamRow): Promise<AuditStream> {
  const { waiting, lagMs } = await lagOf(needs, row);
  const { replay_from: from, replay_to: to } = row;
  const time = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    enabled: row.enabled === 1,
    kind: row.kind,
    format: row.format,
    host: row.host,
    sentTo: row.sent_to,
    waiting,
    lagSeconds: Math.floor(lagMs / SECOND_MS),
    replay: from === null || to === null ? null : { from, to },
    failingSince: time(row.failing_since),
    failures: row.failures,
    lastError: row.last_error,
    nextAttemptAt: row.failing_since === null ? null : time(row.due_at),
    lastSentAt: time(row.last_sent_at),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}
