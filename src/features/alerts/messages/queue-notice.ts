import type { Clock } from '../../../base/clock.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DELIVERIES_CHANNEL, hasNotice, insertDelivery } from '../tables/alert-deliveries-table.ts';

/** A notice about alerting itself: a rule fails, or a channel became unusable. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** The Owners, and those of these addresses that belong to members. */
  readonly to: 'owners' | { readonly ownersAnd: readonly string[] };
  /** Subject of the notice: the same key is sent at most once a day. */
  readonly key: string;
}

/** The part of a notice that is stored until it is sent. */
export interface NoticeContent {
  readonly title: string;
  readonly body: string;
  readonly also: readonly string[];
}

/**
 * Runs in the transaction that detects the condition. Returns whether the notice is queued; false if it was sent
 * recently.
 */
export async function queueNotice(
  { clock }: { readonly clock: Clock },
  unit: Unit,
  organization: OrganizationId,
  { title, body, to, key }: Notice,
): Promise<boolean> {
  const now = clock.now();
  await unit.lockRow('organizations', { id: organization });
  if (await hasNotice(unit, organization, key, now - LIMITS.alerts.noticeEveryMs)) return false;
  const also = to === 'owners' ? [] : to.ownersAnd;
  const content: NoticeContent = { title, body, also };
  await insertDelivery(unit, {
    id: newId('alertDelivery'),
    organization_id: organization,
    channel_id: OWNERS_CHANNEL,
    rule_id: null,
    incident_id: null,
    kind: 'notice',
    notice_key: key,
    content: JSON.stringify(content),
    is_closed: 1,
    created_at: now,
    due_at: now,
  });
  await unit.notify(DELIVERIES_CHANNEL, '');
  return true;
}
