/** Calls an address with the manifest of a run, signed as Standard Webhooks 1.0 has it. */
import { isoTime } from '../../../base/clock.ts';
import { newId, type OrganizationId } from '../../../base/ids.ts';
import { OutboundError } from '../../../engines/outbound/outbound.ts';
import { signedHeaders } from '../../../engines/outbound/webhook-key.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { FinishedRun } from '../destinations-port.ts';
import { DestinationError } from './destination-error.ts';
import type { DestinationNeeds } from './destination-needs.ts';
import type { WebhookSecret } from './webhook-secret.ts';

/** The call id is the run id, so that a receiver can detect duplicates. */
export async function notifyByWebhook(
  needs: DestinationNeeds,
  secret: WebhookSecret,
  { organization, run, manifest, manifestName, export: facts }: FinishedRun,
  signal: AbortSignal,
): Promise<void> {
  const url = new URL(`/exports/${facts.id}`, needs.publicOrigin()).href;
  const data = { organizationId: organization, export: facts, run, url, manifestName, manifest };
  await call(needs, secret, { id: run, type: 'export.finished', data }, signal);
}

export async function testByWebhook(
  needs: DestinationNeeds,
  secret: WebhookSecret,
  organization: OrganizationId,
  signal: AbortSignal,
): Promise<void> {
  const data = { organizationId: organization };
  await call(needs, secret, { id: newId('request'), type: 'export.test', data }, signal);
}

async function call(
  { outbound, clock }: DestinationNeeds,
  secret: WebhookSecret,
  { id, type, data }: { readonly id: string; readonly type: string; readonly data: object },
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const body = JSON.stringify({ type, timestamp: isoTime(now), data });
  try {
    const { status } = await outbound.send({
      url: secret.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders({ id, body, now }, [secret.key]),
      },
      body: Buffer.from(body),
      totalMsMax: LIMITS.exports.callMsMax,
      signal,
    });
    if (status < 200 || status >= 300) {
      // 410 means permanently gone.
      throw new DestinationError(`The receiver returned ${status}.`, status === 410);
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new DestinationError(error.message, REFUSED.has(error.code), error);
  }
}

/** What no further call would change. */
const REFUSED: ReadonlySet<string> = new Set([
  'address_invalid',
  'scheme_refused',
  'credentials_refused',
  'port_refused',
  'address_refused',
  'redirected',
]);
