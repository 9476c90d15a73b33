import { isoTime } from '../../../base/clock.ts';
import type { AlertIncident, AlertIncidentWhole } from '../../../contract/alerts.ts';
import type {
  AlertIncidentEventRow,
  AlertIncidentRow,
} from '../../../engines/metadata/tables/alerts.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import type { DeliveryOfIncident } from '../tables/alert-delivery-items-table.ts';

export function showIncident(
  row: AlertIncidentRow,
  deliveries: readonly DeliveryOfIncident[],
  publicOrigin: string,
): AlertIncident {
  const mine = deliveries.filter(({ incident_id: incident }) => incident === row.id);
  return {
    id: row.id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    ruleVersion: row.rule_version,
    severity: row.severity,
    status: row.status,
    group: JSON.parse(row.group_key) as AlertIncident['group'],
    dedupKey: `${row.rule_id}:${row.group_hash}`,
    value: row.value,
    condition: row.condition,
    startedAt: isoTime(row.started_at),
    firedAt: isoTime(row.fired_at),
    resolvedAt: timeOf(row.resolved_at),
    resolvedReason: row.resolved_reason,
    eventsFrom: isoTime(row.events_from),
    eventsTo: isoTime(row.events_to),
    searchUrl: `${publicOrigin}/search?${new URLSearchParams({ q: row.search }).toString()}`,
    sampleIds: JSON.parse(row.sample_ids) as string[],
    acknowledgedBy: row.acknowledged_by,
    acknowledgedAt: timeOf(row.acknowledged_at),
    snoozedUntil: timeOf(row.snoozed_until),
    flapping: row.is_flapping === 1,
    details: JSON.parse(row.details) as Record<string, unknown>,
    deliveries: mine.map(showDelivery),
  };
}

export function showWhole(
  row: AlertIncidentRow,
  deliveries: readonly DeliveryOfIncident[],
  timeline: readonly AlertIncidentEventRow[],
  publicOrigin: string,
): AlertIncidentWhole {
  return {
    ...showIncident(row, deliveries, publicOrigin),
    query: row.search,
    timeline: timeline.map(({ at, kind, details }) => ({
      at: isoTime(at),
      kind,
      details: JSON.parse(details) as Record<string, unknown>,
    })),
  };
}

function showDelivery(row: DeliveryOfIncident): AlertIncident['deliveries'][number] {
  return {
    id: row.id,
    channelId: row.channel_id,
    channelName: row.channel_id === OWNERS_CHANNEL ? 'Owners' : row.channel_name,
    transition: row.transition,
    state: row.state,
    withheldBy: row.withheld_by,
    at: isoTime(row.at),
    error: row.last_error,
  };
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
