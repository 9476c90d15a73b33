import type { TestContext } from 'node:test';
import type { Log } from '../../../src/base/log.ts';
import { openOutbound, type OutboundOptions } from '../../../src/engines/outbound/open-outbound.ts';
import { openSecrets } from '../../../src/engines/secrets/open-secrets.ts';
import { runDue } from '../../../src/engines/schedule/schedule.ts';
import { createChannel } from '../../../src/features/alerts/channels/manage-channels.ts';
import type { AlertChannelDraft } from '../../../src/contract/alert-channel-settings.ts';
import type {
  AlertDeliveryRow,
  AlertIncidentRow,
} from '../../../src/engines/metadata/tables/alerts.ts';
import { deliverMessages } from '../../../src/features/alerts/messages/deliver.ts';
import { queueMessages, type Told } from '../../../src/features/alerts/messages/queue-messages.ts';
import type { Rule } from '../../../src/features/alerts/rule.ts';
import { insertSilence } from './alert-rows.ts';
import type { AccessUnderTest, Member } from '../open-access.ts';
import { startReceiver } from '../start-receiver.ts';

export interface MessagesOptions {
  readonly outbound?: OutboundOptions;
  readonly networks?: readonly string[];
}

/** Channels and messages on a metadata store, with a receiver on this machine that may be called. */
export async function startMessages(
  t: TestContext,
  access: AccessUnderTest,
  options: MessagesOptions = {},
) {
  const { metadata, clock } = access;
  const receiver = await startReceiver(t);
  const lines: string[] = [];
  const rules = new Map<string, Rule>();
  /** Lines of events that exist, by the id of the event. */
  const events = new Map<string, string>([['00000000000000aa', 'payment failed for order 7']]);
  const needs = {
    metadata,
    clock,
    log: logInto(lines),
    secrets: openSecrets({ secret: 'x'.repeat(40), previous: undefined }),
    outbound: openOutbound(
      { networks: options.networks ?? ['127.0.0.1'], hosts: [] },
      options.outbound,
    ),
    access: access.needs,
    publicOrigin: access.needs.publicOrigin,
    isMailSent: true,
    random: () => 0.5,
    findRule: async (_reader: unknown, _organization: string, id: string) => rules.get(id),
    readSamples: async (_organization: string, incident: AlertIncidentRow, linesMax: number) =>
      (JSON.parse(incident.sample_ids) as string[])
        .flatMap((id) => events.get(id) ?? [])
        .slice(0, linesMax),
  };
  return {
    needs,
    receiver,
    lines,
    rules,
    events,
    silence: (rule: Rule) => insertSilence(metadata, rule, clock.now()),
    channel: (owner: Member, draft: AlertChannelDraft) => createChannel(needs, owner.actor, draft),
    tell: (rule: Rule, reported: readonly Told[]) => {
      rules.set(rule.id, rule);
      return metadata.transaction((unit) => queueMessages(unit, rule, reported, clock.now()));
    },
    /** Sends what is due now, and what follows from it. */
    deliver: () => runDue(needs, deliverMessages(needs), new AbortController().signal),
    deliveries: (): Promise<AlertDeliveryRow[]> =>
      metadata.db.selectFrom('alert_deliveries').selectAll().orderBy('created_at').execute(),
    mails: async () =>
      (await metadata.db.selectFrom('mail_outbox').selectAll().orderBy('recipient').execute()).map(
        (row) => ({ ...row, text: (JSON.parse(row.body ?? '{}') as { text?: string }).text ?? '' }),
      ),
  };
}

export type MessagesUnderTest = Awaited<ReturnType<typeof startMessages>>;

export function fired(incident: AlertIncidentRow): Told {
  return { incident, transition: { kind: 'fired' } };
}

export function resolved(incident: AlertIncidentRow): Told {
  return { incident, transition: { kind: 'resolved' } };
}

function logInto(lines: string[]): Log {
  const write = (fields: object, message: string): void => {
    lines.push(
      `${message} ${JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? String(value) : value))}`,
    );
  };
  return { debug: write, info: write, warn: write, error: write };
}
