import type { Clock } from '../../../base/clock.ts';
import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import type { Log } from '../../../base/log.ts';
import type { LogRecord } from '../../../base/record.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { AlertEventRow } from '../../../engines/metadata/tables/alerts.ts';
import { RESERVED_INDEXES } from '../../../spec/reserved-indexes.ts';
import { hasEvents, readEvents, removeEvents } from '../tables/alert-events-table.ts';

export interface ShipNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Puts the records of one organization into the ingest queue; resolves once they are safe there. */
  readonly append: (organization: OrganizationId, records: readonly LogRecord[]) => Promise<void>;
}

const INDEX = '_alerts';
const SHIPPED_AT_ONCE_MAX = 1_000;
/** This many failures in one run mean that the queue itself is down: the next run retries. */
const HELD_UP_MAX = 100;

export async function hasEventsToShip({ metadata }: Pick<ShipNeeds, 'metadata'>): Promise<boolean> {
  return hasEvents(metadata);
}

/**
 * Moves what alerting has to tell into the index `_alerts`. It is forgotten here only after the queue has it, so a
 * crash in between sends it twice, under the same id, rather than never.
 */
export async function shipEvents(needs: ShipNeeds, signal: AbortSignal): Promise<void> {
  const heldUp = new Set<string>();
  while (!signal.aborted && heldUp.size < HELD_UP_MAX) {
    const rows = await readEvents(needs.metadata, heldUp, SHIPPED_AT_ONCE_MAX);
    if (rows.length === 0) return;
    for (const [owner, events] of Map.groupBy(rows, (row) => row.organization_id)) {
      const organization = organizationId(owner);
      try {
        const receivedAt = needs.clock.now();
        await needs.append(
          organization,
          events.map((event) => recordOf(event, receivedAt)),
        );
        await removeEvents(
          needs.metadata,
          organization,
          events.map(({ id }) => id),
        );
      } catch (error) {
        // One organization whose queue rejects events must not delay the others.
        heldUp.add(owner);
        needs.log.warn(
          { err: error, organization },
          'events of alert rules not stored, retrying later',
        );
      }
    }
  }
}

const LEVELS: Readonly<Record<string, string>> = {
  fired: 'warn',
  began_flapping: 'warn',
  ticks_skipped: 'warn',
  rule_failing: 'error',
  delivery_dead: 'error',
  channel_failing: 'error',
};

function recordOf(event: AlertEventRow, receivedAt: number): LogRecord {
  const details = JSON.parse(event.details) as Record<string, unknown>;
  const named = { kind: event.kind, rule_id: event.rule_id, incident_id: event.incident_id };
  const attributes = Object.entries({ ...named, ...details }).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, textOf(value)] as const],
  );
  return {
    organization: organizationId(event.organization_id),
    index: INDEX,
    timestamp: event.recorded_at,
    receivedAt,
    retentionDays: RESERVED_INDEXES[INDEX].keptDays,
    level: LEVELS[event.kind] ?? 'info',
    source: 'xplain',
    id: event.id,
    body: event.text,
    attributes,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
