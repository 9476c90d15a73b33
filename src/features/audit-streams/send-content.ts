import type { Clock } from '../../base/clock.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import { type Outbound, OutboundError } from '../../engines/outbound/outbound.ts';
import { type Secrets, UnreadableSecret } from '../../engines/secrets/secrets.ts';
import { LIMITS } from '../../spec/limits.ts';
import { type Content, requestOf } from './compose-request.ts';
import { openSecret } from './stream-secret.ts';

export interface SendNeeds {
  readonly outbound: Pick<Outbound, 'send'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** One try. Undefined when the receiver has taken it, else why not, fit for people. */
export async function sendContent(
  { outbound, secrets, clock }: SendNeeds,
  stream: AuditStreamRow,
  content: Content,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const request = requestOf(stream, openSecret(secrets, stream), content, clock.now());
    const totalMsMax = LIMITS.audit.streamSendMsMax;
    const { status } = await outbound.send({ ...request, totalMsMax, signal });
    return status >= 200 && status < 300 ? undefined : `The receiver returned ${status}.`;
  } catch (error) {
    if (error instanceof OutboundError && error.code !== 'stopped') return error.message;
    if (error instanceof UnreadableSecret) {
      return "The stored URL can't be decrypted with the current secret of the installation. Enter it again.";
    }
    throw error;
  }
}
