import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '../../spec/limits.ts';
import type { PeriodicJob } from '../schedule/schedule.ts';
import { deliverMail, type DeliverNeeds } from './deliver-mail.ts';
import { MAIL_CHANNEL } from './enqueue-mail.ts';

/** Sends what is enqueued, on nodes that have the part to do so. */
export interface MailDelivery extends AsyncDisposable {
  /** Looks for mail whose next try is due, or whose notification nobody heard. */
  readonly job: PeriodicJob;
}

export async function openMailDelivery(needs: DeliverNeeds): Promise<MailDelivery> {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isWanted = false;

  async function deliverWhileWanted(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      try {
        await deliverMail(needs, stopping.signal);
      } catch (error) {
        needs.log.warn({ err: error }, 'mail delivery interrupted');
      }
    }
    running = undefined;
  }

  /** One pass at a time; whoever asks during one gets another after it. */
  async function deliver(): Promise<void> {
    isWanted = true;
    running ??= deliverWhileWanted();
    await running;
  }

  const listening = await needs.metadata.listen(MAIL_CHANNEL, {
    onMessage: () => void deliver(),
    onGap: () => void deliver(),
  });
  return {
    job: { name: 'mail', everyMs: LIMITS.mail.everyMs, run: () => deliver() },
    async [Symbol.asyncDispose]() {
      await listening[Symbol.asyncDispose]();
      stopping.abort();
      // What is being handed over may end in peace; what hangs is tried again by another node.
      const ended = new AbortController();
      const late = sleep(LIMITS.schedule.stopMsMax, undefined, { signal: ended.signal });
      await Promise.race([running, late.catch(() => undefined)]);
      ended.abort();
    },
  };
}
