import type { Clock } from '../../../base/clock.ts';
import type { AlertChannelRow } from '../../../engines/metadata/tables/alerts.ts';
import { type Outbound, OutboundError } from '../../../engines/outbound/outbound.ts';
import { type Secrets, UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import type { ChannelKind } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { openPrevious, openSecret } from '../channels/channel-secret.ts';
import type { Format, Frozen } from './formats/format.ts';
import { FORMATS } from './formats/formats.ts';
import { readRetryAfter } from './read-retry-after.ts';

export interface SendNeeds {
  readonly outbound: Pick<Outbound, 'send'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

export type SendResult =
  | { readonly kind: 'sent'; readonly status: number }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      /** For people; contains no part of the address or the message. */
      readonly error: string;
      /** The receiver wants nothing before then. */
      readonly retryAt: number | undefined;
      /** The receiver no longer exists. */
      readonly isGone: boolean;
      /** No further try would change anything about this message. */
      readonly isHopeless: boolean;
    };

export type CalledChannel = AlertChannelRow & { readonly kind: Exclude<ChannelKind, 'email'> };

export function isCalled(channel: AlertChannelRow): channel is CalledChannel {
  return channel.kind !== 'email';
}

/** Makes one attempt. Every outcome is a result. */
export async function sendMessage(
  needs: SendNeeds,
  channel: CalledChannel,
  message: { readonly id: string; readonly frozen: Frozen },
  signal: AbortSignal,
): Promise<SendResult> {
  const format = FORMATS[channel.kind];
  const now = needs.clock.now();
  try {
    const request = format.request({
      ...message,
      secret: openSecret(needs.secrets, channel),
      previousKey: openPrevious(needs.secrets, channel, now),
      now,
    });
    const totalMsMax = LIMITS.alerts.sendMsMax;
    const { status, headers } = await needs.outbound.send({ ...request, totalMsMax, signal });
    return resultOf(format, status, readRetryAfter(headers['retry-after'], needs.clock.now()));
  } catch (error) {
    if (error instanceof OutboundError && error.code !== 'stopped') return failure(error.message);
    if (error instanceof UnreadableSecret) {
      return failure(
        "The stored URL can't be decrypted with the current secret of the installation. Enter it again.",
      );
    }
    throw error;
  }
}

function resultOf(format: Format, status: number, retryAt: number | undefined): SendResult {
  if (status >= 200 && status < 300) return { kind: 'sent', status };
  return {
    kind: 'failed',
    status,
    error: `The receiver returned ${status}.`,
    retryAt,
    isGone: status === 410,
    isHopeless: format.isHopeless?.(status) ?? false,
  };
}

function failure(error: string): SendResult {
  return {
    kind: 'failed',
    status: null,
    error,
    retryAt: undefined,
    isGone: false,
    isHopeless: false,
  };
}
