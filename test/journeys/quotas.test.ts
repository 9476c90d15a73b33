import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDataFolder, startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const EVENT = { event: 'x'.repeat(100) };
const BYTES = JSON.stringify(EVENT).length;

/** Tiny quotas: five events a day on the small plans, and a hold of a moment. */
function environment(limits: object = {}): Record<string, string> {
  return {
    ...ADMIN_ENVIRONMENT,
    XPLAIN_PLANS: JSON.stringify({
      free: { dailyBytes: 5 * BYTES },
      pro: { dailyBytes: 5 * BYTES },
      business: { dailyBytes: 1_000 * BYTES },
    }),
    XPLAIN_LIMITS: JSON.stringify(limits),
  };
}

interface Usage {
  today: { events: number; bytes: number; discardedEvents: number; discardedBytes: number };
  quota: { state: string };
}

const LOGS = '/api/v1/logs';

async function send(ada: Visitor, events: number): Promise<{ throttled?: boolean }> {
  return ada.create(
    LOGS,
    Array.from({ length: events }, () => EVENT),
  );
}

const usageOf = (ada: Visitor): Promise<Usage> => ada.read('/api/v1/organization/usage');

async function until(ada: Visitor, isMet: (usage: Usage) => boolean): Promise<Usage['today']> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const usage = await usageOf(ada);
    if (isMet(usage)) return usage.today;
    await sleep(100);
  }
  throw new Error(`the usage did not get there: ${JSON.stringify(await usageOf(ada))}`);
}

async function stored(ada: Visitor): Promise<number> {
  const { rows } = await ada.read<{ rows: unknown[] }>('/api/v1/search?query=index%3Dmain');
  return rows.length;
}

/** Mails about the quota in the outbox. */
async function warnings(data: string): Promise<string[]> {
  const names = await readdir(data, { recursive: true });
  const mails = names.filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(mails.map((name) => readFile(join(data, name), 'utf8')));
  return texts.filter((text) => text.includes('of its daily quota'));
}

test('the Free plan warns at 80 % and pauses at 100 %, until a larger plan', async (t) => {
  const app = await startApp(t, environment());
  const ada = await signIn(app.url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'free' });

  await send(ada, 3);
  await until(ada, ({ quota }) => quota.state === 'normal');
  assert.deepEqual(await warnings(app.data), []);
  await send(ada, 1);
  await until(ada, ({ quota, today }) => quota.state === 'warned' && today.events === 4);
  // The state says "already at the quota": whoever crosses it is still let in.
  await send(ada, 2);
  await until(ada, ({ quota }) => quota.state === 'throttled');

  assert.equal(await ada.refusal('POST', LOGS, EVENT), 'DAILY_QUOTA_EXCEEDED');
  assert.equal(await ada.refusal('POST', LOGS, 'not even an event'), 'DAILY_QUOTA_EXCEEDED');
  await ada.change('/api/v1/organization/billing', { plan: 'business' });
  assert.equal((await send(ada, 1)).throttled, undefined);
  await until(ada, ({ today }) => today.events === 7);
  assert.equal(await stored(ada), 7);
  for (let turn = 0; turn < 600 && (await warnings(app.data)).length === 0; turn++) {
    await sleep(100);
  }
  assert.equal((await warnings(app.data)).length, 1);
});

test('the Pro plan holds what is over, through a restart, and stores it once when the plan is raised', async (t) => {
  const data = await newDataFolder(t);
  const first = await startApp(t, environment(), data);
  let ada = await signIn(first.url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'pro' });
  await send(ada, 5);
  await until(ada, ({ today }) => today.events === 5);

  assert.equal((await send(ada, 20)).throttled, true);
  assert.equal((await send(ada, 10)).throttled, true);
  await first.stop('SIGKILL');
  const second = await startApp(t, environment(), data);
  ada = await signIn(second.url, ADMIN);
  assert.equal((await send(ada, 1)).throttled, true);
  await sleep(2_500);
  assert.equal(await stored(ada), 5);

  await ada.change('/api/v1/organization/billing', { plan: 'business' });
  const today = await until(ada, ({ today: now }) => now.events === 36);
  assert.deepEqual([today.bytes, today.discardedEvents], [36 * BYTES, 0]);
  assert.equal(await stored(ada), 36);
  assert.equal((await send(ada, 1)).throttled, undefined);
});

test('what is held for too long is discarded and counted, however little the ingest queue holds', async (t) => {
  const holding = { ingest: { quotaHoldMsMax: 3_000, queueEventsMax: 50 } };
  const app = await startApp(t, environment(holding));
  const ada = await signIn(app.url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'pro' });
  await send(ada, 5);
  await until(ada, ({ today }) => today.events === 5);

  for (let part = 0; part < 8; part++) assert.equal((await send(ada, 10)).throttled, true);

  const today = await until(ada, ({ today: now }) => now.discardedEvents === 80);
  assert.deepEqual([today.discardedBytes, today.events], [80 * BYTES, 5]);
  await ada.change('/api/v1/organization/billing', { plan: 'business' });
  await send(ada, 1);
  await until(ada, ({ today: now }) => now.events === 6);
  assert.equal(await stored(ada), 6);
});

test('what finds no room on the disk is refused', async (t) => {
  const app = await startApp(t, environment({ ingest: { heldDiskRatioMax: 1e-15 } }));
  const ada = await signIn(app.url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'pro' });
  await send(ada, 5);
  await until(ada, ({ today }) => today.events === 5);

  assert.equal(await ada.refusal('POST', LOGS, EVENT), 'QUEUE_FULL');
});

test('events that a pipeline drops count as what was sent, and every ingest endpoint says what is held', async (t) => {
  const app = await startApp(t, environment());
  const ada = await signIn(app.url, ADMIN);
  await ada.change('/api/v1/organization/billing', { plan: 'pro' });
  await ada.create('/api/v1/pipelines', { name: 'drop', match: '*', steps: [{ kind: 'drop' }] });
  const { value: key } = await ada.create<{ value: string }>('/api/v1/api-keys', {
    name: 'shipper',
    scope: 'ingest-only',
  });

  assert.deepEqual(await ada.create<object>(LOGS, [EVENT, EVENT, EVENT]).then(withoutReceipt), {
    accepted: 3,
    dropped: 3,
  });
  const today = await until(ada, ({ today: now }) => now.bytes === 3 * BYTES);
  assert.equal(today.events, 0);
  await send(ada, 2);
  await until(ada, ({ quota }) => quota.state === 'throttled');

  const answer = await fetch(`${app.url}/services/collector/event`, {
    method: 'POST',
    headers: { authorization: `Splunk ${key}` },
    body: JSON.stringify(EVENT),
  });
  assert.deepEqual([answer.status, answer.headers.get('x-throttled')], [200, 'true']);
  assert.ok(answer.headers.has('x-receipt'));
});

function withoutReceipt(answer: object): object {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'receipt'));
}
