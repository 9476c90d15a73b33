import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type {
  AlertDeliveryRow,
  AlertIncidentRow,
} from '../../../engines/metadata/tables/alerts.ts';
import type { ChannelKind } from '../../../spec/alerts.ts';
import type { Rule } from '../rule.ts';
import { type ItemOfIncident, readItems } from '../tables/alert-delivery-items-table.ts';
import { isPerIncident } from './formats/formats.ts';
import type { Message, MessageItem } from './message.ts';
import type { NoticeContent } from './queue-notice.ts';
import { oneLine, wordMessage } from './word-message.ts';

export interface ComposeNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  /** Where people reach the web app. */
  readonly publicOrigin: () => string;
  /** Undefined if the rule was deleted. */
  readonly findRule: (
    reader: Pick<Metadata, 'db'>,
    organization: OrganizationId,
    id: string,
  ) => Promise<Rule | undefined>;
  /** Lines of events as they are now: what was erased is not among them. Never throws. */
  readonly readSamples: (
    organization: OrganizationId,
    incident: AlertIncidentRow,
    linesMax: number,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
}

/** How a channel wants its messages. */
export interface Manner {
  readonly kind: ChannelKind;
  /** Whether lines of logs may leave through it. */
  readonly allowsSamples: boolean;
}

/** Composes the message of a delivery from the current state; undefined if its incidents were deleted. */
export async function composeMessage(
  needs: ComposeNeeds,
  row: AlertDeliveryRow,
  manner: Manner,
  signal: AbortSignal,
): Promise<Message | undefined> {
  const organization = organizationId(row.organization_id);
  const storedItems = await readItems(needs.metadata, organization, row.id);
  const items = withoutBegun(storedItems).map((item) => itemOf(needs, item));
  const [first] = storedItems;
  if (first === undefined) return undefined;
  const rule =
    row.rule_id === null
      ? undefined
      : await needs.findRule(needs.metadata, organization, row.rule_id);
  const linesMax = manner.allowsSamples ? (rule?.settings.samples ?? 0) : 0;
  const firing = storedItems.find(({ transition }) => transition !== 'resolved');
  const samples =
    linesMax === 0 || firing === undefined
      ? []
      : await needs.readSamples(organization, firing, linesMax, signal);
  return wordMessage({
    id: row.id,
    kind: row.kind,
    organization,
    rule: {
      id: first.rule_id,
      name: rule?.name ?? first.rule_name,
      runbook: rule?.settings.runbook ?? '',
      title: rule?.settings.title ?? null,
      body: rule?.settings.body ?? null,
    },
    items,
    isStorm: isPerIncident(manner.kind) && row.incident_id === null,
    url: items.length === 1 ? (items[0]?.url ?? '') : `${needs.publicOrigin()}/alerts`,
    samples,
    at: row.created_at,
  });
}

/** An incident that began and ended within one message is only reported as ended. */
function withoutBegun(storedItems: readonly ItemOfIncident[]): readonly ItemOfIncident[] {
  const over = new Set(
    storedItems.filter(({ transition }) => transition === 'resolved').map(({ id }) => id),
  );
  return storedItems.filter(({ id, transition }) => transition === 'resolved' || !over.has(id));
}

function itemOf({ publicOrigin }: ComposeNeeds, row: ItemOfIncident): MessageItem {
  return {
    incidentId: row.id,
    transition: row.transition,
    group: JSON.parse(row.group_key) as MessageItem['group'],
    value: row.value,
    condition: row.condition,
    severity: row.severity,
    dedupKey: `${row.rule_id}:${row.group_hash}`,
    firedAt: row.fired_at,
    resolvedAt: row.resolved_at,
    resolvedReason: row.resolved_reason,
    eventsFrom: row.events_from,
    eventsTo: row.events_to,
    url: `${publicOrigin()}/alerts/${row.id}`,
  };
}

/** A message that is about no incident. */
export function plainMessage(
  row: Pick<AlertDeliveryRow, 'id' | 'organization_id' | 'kind' | 'created_at'>,
  { title, body }: Pick<NoticeContent, 'title' | 'body'>,
  url: string,
): Message {
  return {
    id: row.id,
    kind: row.kind,
    organization: row.organization_id,
    rule: null,
    severity: 'info',
    isFiring: true,
    title: oneLine(title),
    body,
    items: [],
    total: 0,
    isStorm: false,
    url,
    samples: [],
    values: { 'rule.name': '', severity: 'info', condition: body, url, count: '0' },
    at: row.created_at,
  };
}
