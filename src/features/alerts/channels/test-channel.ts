import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { ChannelTest } from '../../../contract/alert-channels.ts';
import type { Unit } from '../../../engines/metadata/metadata.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { plainMessage } from '../messages/compose-message.ts';
import { enqueueMails, outboxNote } from '../messages/deliver-by-mail.ts';
import { insertDelivery, lastTestAt } from '../tables/alert-deliveries-table.ts';
import { FORMATS } from '../messages/formats/formats.ts';
import type { Message } from '../messages/message.ts';
import { type CalledChannel, isCalled, sendMessage } from '../messages/send-message.ts';
import type { ChannelNeeds } from './channel-needs.ts';
import { NO_SETTINGS, settingsOf } from './channel-settings.ts';
import { findRecipients } from './find-recipients.ts';
import { requireChannel } from './require-channel.ts';

/** Sends one marked message now, without another try, and tells what came of it. A disabled channel can be tested, too. */
export async function testChannel(
  needs: ChannelNeeds,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<ChannelTest> {
  const channel = id === OWNERS_CHANNEL ? undefined : await requireChannel(needs, actor, id);
  const message = testMessage(needs, actor, channel?.name ?? 'Owners');
  if (channel !== undefined && isCalled(channel)) {
    return testByCall(needs, actor, channel, message, signal);
  }
  return testByMail(needs, actor, channel, message);
}

async function testByCall(
  needs: ChannelNeeds,
  actor: Actor,
  channel: CalledChannel,
  message: Message,
  signal: AbortSignal,
): Promise<ChannelTest> {
  const startedAt = performance.now();
  const frozen = FORMATS[channel.kind].freeze(message, settingsOf(channel).template);
  const result = await sendMessage(needs, channel, { id: message.id, frozen }, signal);
  const elapsedMs = Math.round(performance.now() - startedAt);
  const state = result.kind === 'sent' ? 'sent' : 'dead';
  const error = result.kind === 'failed' ? result.error : null;
  await needs.metadata.transaction((unit) =>
    noteTest(needs, unit, actor, {
      message,
      channel: channel.id,
      state,
      status: result.status,
      error,
    }),
  );
  return { state, status: result.status, elapsedMs, ...(error === null ? {} : { error }) };
}

/** The response only confirms that the mails are queued; delivery cannot be known that soon. */
async function testByMail(
  needs: ChannelNeeds,
  actor: Actor,
  channel: AlertChannelRow | undefined,
  message: Message,
): Promise<ChannelTest> {
  const startedAt = performance.now();
  const id = channel?.id ?? OWNERS_CHANNEL;
  const settings = channel === undefined ? NO_SETTINGS : settingsOf(channel);
  const error = outboxNote(needs.access);
  await needs.metadata.transaction(async (unit) => {
    await unit.lockRow('organizations', { id: actor.organization });
    await requirePause(needs, unit, actor, id);
    const recipients = await findRecipients(unit, actor.organization, settings);
    await enqueueMails(needs, unit, message, recipients);
    await noteTest(needs, unit, actor, {
      message,
      channel: id,
      state: 'sent',
      status: null,
      error,
    });
  });
  const elapsedMs = Math.round(performance.now() - startedAt);
  return { state: 'sent', status: null, elapsedMs, ...(error === null ? {} : { error }) };
}

/** Limits test mails, since each one goes to people who did not request it. */
async function requirePause(
  { clock }: ChannelNeeds,
  unit: Unit,
  actor: Actor,
  channel: string,
): Promise<void> {
  const last = await lastTestAt(unit, actor.organization, channel);
  const waitMs = (last ?? -Infinity) + LIMITS.alerts.testMailEveryMs - clock.now();
  if (waitMs <= 0) return;
  throw new AppError('RATE_LIMITED', 'A test mail was just sent. Wait a moment.', {
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
  });
}

interface TestOutcome {
  readonly message: Message;
  readonly channel: string;
  readonly state: 'sent' | 'dead';
  readonly status: number | null;
  readonly error: string | null;
}

async function noteTest(
  { clock }: ChannelNeeds,
  unit: Unit,
  actor: Actor,
  { message, channel, state, status, error }: TestOutcome,
): Promise<void> {
  const now = clock.now();
  await insertDelivery(unit, {
    id: message.id,
    organization_id: actor.organization,
    channel_id: channel,
    rule_id: null,
    incident_id: null,
    kind: 'test',
    state,
    is_closed: 1,
    created_at: now,
    ended_at: now,
    last_status: status,
    last_error: error,
    attempts: 1,
  });
  const details = { state, status };
  await recordAudit(
    unit,
    actor,
    { action: 'alert_channel.tested', resource: channel, details },
    now,
  );
}

function testMessage({ access, clock }: ChannelNeeds, actor: Actor, name: string): Message {
  const row = {
    id: newId('alertDelivery'),
    organization_id: actor.organization,
    kind: 'test',
    created_at: clock.now(),
  } as const;
  const title = `Test notification for “${name}”`;
  const body = 'This is a test notification of an alert channel. No action is needed.';
  return plainMessage(row, { title, body }, `${access.publicOrigin()}/alerts/channels`);
}
