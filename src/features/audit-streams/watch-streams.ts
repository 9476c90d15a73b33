/** Notifies the Owners of a failing stream, and reports in the metrics how far streams are behind. */
import { systemActor } from '../../base/actor.ts';
import { organizationId } from '../../base/ids.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import type { PeriodicJob } from '../../engines/schedule/schedule.ts';
import { readMemberAddresses } from '../../guard/access/index.ts';
import { recordAudit } from '../../guard/audit/index.ts';
import { LIMITS } from '../../spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import { findStream, readEnabledStreams, updateStream } from './audit-streams-table.ts';
import { lagOf } from './show-stream.ts';
import type { StreamNeeds } from './stream-needs.ts';

const EVERY_MS = 30 * SECOND_MS;
/** Expires a census: by then, another node may report the counts. */
const GOOD_FOR_MS = 2 * MINUTE_MS;

interface Census {
  readonly at: number;
  readonly waiting: number;
  readonly lagMs: number;
  readonly failing: number;
}

export function watchStreams(needs: StreamNeeds & { readonly metrics: Metrics }): PeriodicJob {
  const { clock, metrics } = needs;
  let taken: Census | undefined;
  const fresh = (of: (census: Census) => number) => () =>
    taken !== undefined && clock.now() - taken.at < GOOD_FOR_MS
      ? [{ value: of(taken), labels: {} }]
      : [];
  metrics.gauge(
    'xplain_audit_stream_lag_seconds',
    'Age of the oldest audit entry that a stream has not delivered yet.',
    fresh(({ lagMs }) => lagMs / SECOND_MS),
  );
  metrics.gauge(
    'xplain_audit_stream_entries_waiting',
    'Audit entries that streams have not delivered yet.',
    fresh(({ waiting }) => waiting),
  );
  metrics.gauge(
    'xplain_audit_streams_failing',
    'Audit streams whose last request failed.',
    fresh(({ failing }) => failing),
  );
  return {
    name: 'audit-stream-watching',
    everyMs: EVERY_MS,
    run: async (signal) => {
      const streams = await readEnabledStreams(needs.metadata);
      let census = { at: clock.now(), waiting: 0, lagMs: 0, failing: 0 };
      for (const row of streams) {
        if (signal.aborted) return;
        const { waiting, lagMs } = await lagOf(needs, row);
        census = {
          ...census,
          waiting: census.waiting + waiting,
          lagMs: Math.max(census.lagMs, lagMs),
          failing: census.failing + (row.failing_since === null ? 0 : 1),
        };
        if (isToBeTold(row, clock.now())) await tellOwners(needs, row);
      }
      taken = census;
    },
  };
}

function isToBeTold(row: AuditStreamRow, now: number): boolean {
  const { failing_since: since, told_at, removed_at } = row;
  if (since === null || told_at !== null || removed_at !== null) return false;
  return now - since >= LIMITS.audit.streamTellAfterMs;
}

/** Once, until it has worked again. */
async function tellOwners(needs: StreamNeeds, { id, organization_id }: AuditStreamRow) {
  const organization = organizationId(organization_id);
  const now = needs.clock.now();
  await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('audit_streams', { id });
    const row = await findStream(unit, organization, id);
    if (row === undefined || !isToBeTold(row, now)) return;
    await updateStream(unit, organization, id, { told_at: now });
    const details = { name: row.name, error: row.last_error };
    const event = { action: 'audit_stream.failed', resource: id, details } as const;
    await recordAudit(unit, systemActor(organization, 'audit-streams'), event, now);
    const url = new URL('/settings/audit', needs.publicOrigin()).href;
    const text = `The audit stream “${row.name}” has been failing for more than an hour.\n\n${row.last_error}\n\nXplain keeps trying. No entry is lost as long as the stream works again within ${LIMITS.audit.retentionDays} days.\n\n${url}\n`;
    for (const { role, email } of await readMemberAddresses(unit, organization)) {
      if (role !== 'owner') continue;
      await needs.enqueueMail(unit, {
        to: email,
        subject: `Audit stream failing: ${row.name}`,
        text,
      });
    }
  });
}
