import type { Page } from '../../../base/cursor.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata, Unit } from '../../../engines/metadata/metadata.ts';
import { newestFirst, organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import type { DeliveryState } from '../../../spec/alerts.ts';

type Reader = Pick<Metadata, 'db'> | Unit;

const alertDeliveries = organizationRows('alert_deliveries');
export const { find: findDelivery, update: updateDelivery } = alertDeliveries;

/** Notified when a message is queued; the sending nodes listen. */
export const DELIVERIES_CHANNEL = 'alert_deliveries';

/** Fields of a waiting row that is unclaimed and has not been tried. */
const FRESH = {
  state: 'waiting',
  withheld_by: null,
  notice_key: null,
  content: null,
  is_closed: 0,
  ended_at: null,
  last_status: null,
  last_error: null,
  lease_until: null,
  claimed_by: null,
  fence: 0,
  attempts: 0,
} as const;

export type DeliveryDraft = Pick<
  AlertDeliveryRow,
  'id' | 'organization_id' | 'channel_id' | 'rule_id' | 'incident_id' | 'kind' | 'created_at'
> &
  Partial<AlertDeliveryRow>;

export async function insertDelivery({ db }: Unit, draft: DeliveryDraft): Promise<void> {
  await db
    .insertInto('alert_deliveries')
    .values({ due_at: null, ...FRESH, ...draft })
    .execute();
}

/** Identifies the messages of a rule on a channel. */
export interface Line {
  readonly organization: OrganizationId;
  readonly channel: string;
  readonly rule: string;
  readonly kind: AlertDeliveryRow['kind'];
}

function ofLine({ db }: Reader, { organization, channel, rule, kind }: Line) {
  return db
    .selectFrom('alert_deliveries')
    .where('organization_id', '=', organization)
    .where('channel_id', '=', channel)
    .where('rule_id', '=', rule)
    .where('kind', '=', kind);
}

/** The message that transitions still join: no try has begun. */
export async function findOpenMessage(reader: Reader, line: Line): Promise<string | undefined> {
  const found = await ofLine(reader, line)
    .select('id')
    .where('state', '=', 'waiting')
    .where('is_closed', '=', 0)
    .where('incident_id', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

/** Events of single incidents that no try has begun with. */
export async function countOpenEvents(reader: Reader, line: Line): Promise<number> {
  const { count } = await ofLine(reader, line)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .where('is_closed', '=', 0)
    .where('incident_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** When the last message of the rule on the channel ended, or was made if it is still tried. */
export async function lastMessageAt(reader: Reader, line: Line): Promise<number | undefined> {
  const last = await ofLine(reader, line)
    .select(({ fn }) => fn.max(fn.coalesce('ended_at', 'created_at')).as('at'))
    .where('state', '<>', 'withheld')
    .where('is_closed', '=', 1)
    .executeTakeFirst();
  return last?.at ?? undefined;
}

/** The last notice about the same since then. */
export async function hasNotice(
  { db }: Reader,
  organization: OrganizationId,
  key: string,
  since: number,
): Promise<boolean> {
  const found = await db
    .selectFrom('alert_deliveries')
    .select('id')
    .where('organization_id', '=', organization)
    .where('notice_key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return found !== undefined;
}

/** Searches all organizations, since a mail does not name its organization. */
export async function findDeliveryOfMail(
  { db }: Reader,
  id: string,
): Promise<AlertDeliveryRow | undefined> {
  return db.selectFrom('alert_deliveries').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Ids of messages that a channel was sent, the newest first. */
export async function readSentIds(
  { db }: Reader,
  organization: OrganizationId,
  channel: string,
  { since, rowsMax }: { readonly since: number; readonly rowsMax: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_deliveries')
    .select('id')
    .where('organization_id', '=', organization)
    .where('channel_id', '=', channel)
    .where('state', '=', 'sent')
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .limit(rowsMax)
    .execute();
  return rows.map(({ id }) => id);
}

export interface DeliveryFilter {
  readonly state?: DeliveryState;
  readonly channelId?: string;
  readonly ruleId?: string;
}

/** Newest first, one row more than the page size. */
export async function readDeliveries(
  { db }: Reader,
  organization: OrganizationId,
  { state, channelId, ruleId }: DeliveryFilter,
  page: Page,
): Promise<AlertDeliveryRow[]> {
  let query = db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('organization_id', '=', organization);
  if (state !== undefined) query = query.where('state', '=', state);
  if (channelId !== undefined) query = query.where('channel_id', '=', channelId);
  if (ruleId !== undefined) query = query.where('rule_id', '=', ruleId);
  return newestFirst(query, page).execute();
}

/** Stores the content of the first attempt. If content is already stored, it is kept and returned instead. */
export async function freezeContent(
  { db }: Unit,
  organization: OrganizationId,
  id: string,
  content: string,
): Promise<string> {
  const row = await db
    .updateTable('alert_deliveries')
    .set((write) => ({ content: write.fn.coalesce('content', write.val(content)) }))
    .where('organization_id', '=', organization)
    .where('id', '=', id)
    .returning('content')
    .executeTakeFirst();
  return row?.content ?? content;
}

/** How many messages wait for a channel. */
export function countWaiting(
  reader: Reader,
  organization: OrganizationId,
  channel: string,
): Promise<number> {
  return alertDeliveries.countWith(reader, organization, { channel_id: channel, state: 'waiting' });
}

/** Gives up all waiting messages of a deleted channel. */
export async function giveUpWaiting(
  { db }: Unit,
  organization: OrganizationId,
  channel: string,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set({ state: 'dead', last_error: reason, ended_at: now, due_at: null, content: null })
    .where('organization_id', '=', organization)
    .where('channel_id', '=', channel)
    .where('state', '=', 'waiting')
    .execute();
}

/** Messages that were given up, by channel. */
export async function countDead(
  { db }: Reader,
  organization: OrganizationId,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('alert_deliveries')
    .select(({ fn }) => ['channel_id' as const, fn.countAll<number>().as('count')])
    .where('organization_id', '=', organization)
    .where('state', '=', 'dead')
    .groupBy('channel_id')
    .execute();
  return new Map(rows.map(({ channel_id: channel, count }) => [channel, count]));
}

/** When the last message of a channel was sent. */
export async function lastSentAt(
  { db }: Reader,
  organization: OrganizationId,
  channel: string,
): Promise<number | null> {
  const last = await db
    .selectFrom('alert_deliveries')
    .select(({ fn }) => fn.max('ended_at').as('at'))
    .where('organization_id', '=', organization)
    .where('channel_id', '=', channel)
    .where('state', '=', 'sent')
    .executeTakeFirst();
  return last?.at ?? null;
}

/** When a channel was last tested. */
export async function lastTestAt(
  { db }: Reader,
  organization: OrganizationId,
  channel: string,
): Promise<number | undefined> {
  const last = await db
    .selectFrom('alert_deliveries')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('organization_id', '=', organization)
    .where('channel_id', '=', channel)
    .where('kind', '=', 'test')
    .executeTakeFirst();
  return last?.at ?? undefined;
}

/** Removes deliveries of all organizations that ended too long ago to be queried. */
export async function removeEndedDeliveries(
  { db }: Pick<Metadata, 'db'>,
  endedBefore: number,
): Promise<void> {
  await db
    .deleteFrom('alert_deliveries')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', endedBefore)
    .execute();
}
