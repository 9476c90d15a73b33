import type { Actor } from '../../../base/actor.ts';
import { type Clock, isoTime } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { AlertDelivery } from '../../../contract/alert-deliveries.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { findChannel, readChannels } from '../tables/alert-channels-table.ts';
import { OWNERS_NAME } from '../channels/show-channel.ts';
import {
  DELIVERIES_CHANNEL,
  type DeliveryFilter,
  findDelivery,
  readDeliveries,
  updateDelivery,
} from '../tables/alert-deliveries-table.ts';
import { readIncidentIds, readRuleNames } from '../tables/alert-delivery-items-table.ts';

export interface DeliveryNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
}

export async function listDeliveries(
  { metadata }: DeliveryNeeds,
  actor: Actor,
  filter: DeliveryFilter,
  page: Page,
): Promise<{ data: AlertDelivery[]; nextCursor: string | null }> {
  const rows = await readDeliveries(metadata, actor.organization, filter, page);
  const show = await shower(metadata, actor.organization, rows);
  return pageAnswer(rows, page.limit, (row) => ({ at: row.created_at, id: row.id }), show);
}

/** Retries a dead delivery. The message is composed again from the current state, and keeps its id. */
export async function retryDelivery(
  { metadata, clock }: DeliveryNeeds,
  actor: Actor,
  id: string,
): Promise<AlertDelivery> {
  const { organization } = actor;
  const now = clock.now();
  const row = await metadata.transaction(async (unit) => {
    await unit.lockRow('alert_deliveries', { id });
    await requireDead(unit, organization, id);
    const waiting = await updateDelivery(unit, organization, id, {
      state: 'waiting',
      ended_at: null,
      due_at: now,
      attempts: 0,
    });
    if (waiting === undefined) throw notFound('message');
    const details = { channel: waiting.channel_id };
    const event = { action: 'alert_delivery.retried', resource: id, details } as const;
    await recordAudit(unit, actor, event, now);
    await unit.notify(DELIVERIES_CHANNEL, '');
    return waiting;
  });
  return (await shower(metadata, organization, [row]))(row);
}

async function requireDead(unit: Unit, organization: OrganizationId, id: string): Promise<void> {
  const row = await findDelivery(unit, organization, id);
  if (row === undefined) throw notFound('message');
  if (row.state !== 'dead' || row.kind === 'test') {
    throw new AppError('CONFLICT', 'Only failed notifications can be retried.');
  }
  if (row.kind === 'notice' && row.content === null) {
    throw new AppError('CONFLICT', 'The content of this notification is no longer stored.');
  }
  const isThere =
    row.channel_id === OWNERS_CHANNEL ||
    (await findChannel(unit, organization, row.channel_id)) !== undefined;
  if (!isThere) throw new AppError('CONFLICT', 'The channel of this notification was deleted.');
}

/** Loads the related data of all rows of a page in one pass. */
async function shower(
  reader: Pick<Metadata, 'db'>,
  organization: OrganizationId,
  rows: readonly AlertDeliveryRow[],
): Promise<(row: AlertDeliveryRow) => AlertDelivery> {
  const ids = rows.map(({ id }) => id);
  const [channels, incidents, rules] = await Promise.all([
    readChannels(reader, organization),
    readIncidentIds(reader, organization, ids),
    readRuleNames(reader, organization, ids),
  ]);
  const names = new Map([
    [OWNERS_CHANNEL, OWNERS_NAME],
    ...channels.map(({ id, name }) => [id, name] as const),
  ]);
  return (row) => {
    const incidentsOfRow = incidents.get(row.id) ?? [];
    return {
      id: row.id,
      channelId: row.channel_id,
      channelName: names.get(row.channel_id) ?? null,
      ruleId: row.rule_id,
      ruleName: rules.get(row.id) ?? null,
      kind: row.kind,
      state: row.state,
      withheldBy: row.withheld_by,
      incidents: incidentsOfRow.slice(0, LIMITS.alerts.messageGroupsMax),
      incidentsTotal: incidentsOfRow.length,
      attempts: row.attempts,
      createdAt: isoTime(row.created_at),
      nextTryAt: row.due_at === null ? null : isoTime(row.due_at),
      endedAt: row.ended_at === null ? null : isoTime(row.ended_at),
      status: row.last_status,
      error: row.last_error,
    };
  };
}
