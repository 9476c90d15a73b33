import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from '../programs/visitor.ts';
import { sendEvents, type WebApp } from './web-people.ts';

const ERRORS = 40;

/** A shop whose bank refuses payments, on four hosts. */
export async function sendErrors(web: WebApp): Promise<void> {
  const owner = await signIn(web.app.url, web.person);
  const draft = { name: 'sender', scope: 'full-access' };
  const { value: key } = await owner.create<{ value: string }>('/api/v1/api-keys', draft);
  const events = Array.from({ length: ERRORS }, (_, number) => ({
    event: `payment ${number} refused by bank`,
    level: 'error',
    source: 'checkout',
    attributes: { host: `web-${number % 4}` },
  }));
  assert.equal(await sendEvents(web.app, key, events), 202);
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(`${web.app.url}/api/v1/logs?limit=1000`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await answer.json()) as { data: { rows: unknown[] } };
    if (data.rows.length >= ERRORS) return;
    await sleep(100);
  }
  assert.fail('the events did not become searchable');
}
