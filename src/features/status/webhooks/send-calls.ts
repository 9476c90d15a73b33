/** Calls receivers with what waits for them, signed as Standard Webhooks 1.0 has it. */
import type { Log } from '../../../base/log.ts';
import type { CallRow, History } from '../../../engines/history/history.ts';
import type { Outbound } from '../../../engines/outbound/outbound.ts';
import { signedHeaders } from '../../../engines/outbound/webhook-key.ts';
import { LIMITS } from '../../../spec/limits.ts';

export interface Webhooks {
  /** URLs where the operator wants to be notified. */
  readonly urls: readonly string[];
  /** Signs every call: `whsec_`, and bytes in base64. */
  readonly key: string;
}

interface CallNeeds {
  readonly history: History;
  readonly outbound: Outbound;
  readonly webhooks: Webhooks;
  readonly log: Log;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Sends some of the due calls. Rejected ones are retried with increasing delays, for a day at most. */
export async function sendCalls(needs: CallNeeds): Promise<void> {
  const due = needs.history.dueCalls(needs.now(), LIMITS.status.callsParallelMax);
  await Promise.all(due.map((call) => sendOne(needs, call)));
}

async function sendOne(needs: CallNeeds, call: CallRow): Promise<void> {
  const { history, webhooks, log, now, signal } = needs;
  // The operator has taken the address away since.
  if (!webhooks.urls.includes(call.url)) return history.removeCall(call.id);
  const outcome = await tryCall(needs, call);
  if (signal.aborted) return undefined;
  if (outcome === 'taken') return history.removeCall(call.id);
  const isOver = outcome === 'gone' || now() - call.madeAt >= LIMITS.status.callWaitMsMax;
  const { attempts } = call;
  log.warn({ call: call.id, attempts, isOver, reason: outcome }, 'status webhook not delivered');
  if (isOver) return history.removeCall(call.id);
  const waitMs = LIMITS.mail.retryDelayMsMin * 2 ** Math.min(attempts, 20);
  const dueAt = now() + Math.min(waitMs, LIMITS.mail.retryDelayMsMax);
  return history.setCall(call.id, attempts + 1, dueAt);
}

async function tryCall({ outbound, webhooks, now, signal }: CallNeeds, call: CallRow) {
  const { id, url, body } = call;
  try {
    const { status } = await outbound.send({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders({ id, body, now: now() }, [webhooks.key]),
      },
      body: Buffer.from(body),
      totalMsMax: LIMITS.status.callMsMax,
      signal,
    });
    // The receiver is permanently gone.
    if (status === 410) return 'gone';
    return status >= 200 && status < 300 ? 'taken' : `answered ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}
