import { setTimeout as sleep } from 'node:timers/promises';
import { backgroundEvents } from './background.ts';
import type { DemoEvent } from './demo-event.ts';
import { shopAt } from './incident.ts';
import { createRandom } from './random.ts';
import { visitEvents } from './requests.ts';

export interface SendNeeds {
  readonly url: string;
  readonly key: string;
  /** When the demo was first started; the start of the story. */
  readonly startedAt: number;
}

const SECOND = 1_000;
const BATCH_EVENTS_MAX = 1_000;

/** Sends everything that the shop logs in the given time, second by second. */
export async function sendHistory(needs: SendNeeds, from: number, to: number): Promise<void> {
  let batch: DemoEvent[] = [];
  for (let at = from; at < to; at += SECOND) {
    batch.push(...eventsAt(needs.startedAt, at));
    if (batch.length < BATCH_EVENTS_MAX) continue;
    await send(needs, batch.splice(0, BATCH_EVENTS_MAX));
  }
  for (; batch.length > 0; batch = batch.slice(BATCH_EVENTS_MAX)) {
    await send(needs, batch.slice(0, BATCH_EVENTS_MAX));
  }
}

/** Deterministic: the same second always returns the same events. */
export function eventsAt(startedAt: number, at: number): DemoEvent[] {
  const random = createRandom(Math.floor(at / SECOND));
  const shop = shopAt(startedAt, at);
  const visits = random.integer(3, 9);
  const events = Array.from({ length: visits }, () =>
    visitEvents(random, shop, at + random.integer(0, SECOND - 1)),
  );
  return [...events.flat(), ...backgroundEvents(random, shop, startedAt, at)];
}

/** Waits when the server requests it, as every client should. */
async function send(needs: SendNeeds, events: readonly DemoEvent[]): Promise<void> {
  for (;;) {
    const answer = await fetch(`${needs.url}/api/v1/logs/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${needs.key}` },
      body: JSON.stringify(events),
    });
    const text = await answer.text();
    if (answer.status === 202) return;
    if (answer.status !== 429 && answer.status !== 503) {
      throw new Error(`the demo's events were refused with ${answer.status}: ${text}`);
    }
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * SECOND);
  }
}
