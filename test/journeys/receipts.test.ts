import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receipt } from '../../src/contract/receipts.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn, type Visitor } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

async function until(ada: Visitor, id: string, isMet: (receipt: Receipt) => boolean) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const receipt = await ada.read<Receipt>(`/api/v1/receipts/${id}`);
    if (isMet(receipt)) return receipt;
    await sleep(100);
  }
  throw new Error('the receipt did not get there');
}

test('a receipt tells when its events, and no others, can be found', async (t) => {
  const app = await startApp(t, ADMIN_ENVIRONMENT);
  const ada = await signIn(app.url, ADMIN);
  const days = [0, 3, 10].map((day) => new Date(Date.now() - day * 86_400_000).toISOString());
  const send = (count: number) =>
    ada.create<{ receipt: string }>(
      '/api/v1/logs/batch',
      Array.from({ length: count }, (_, i) => ({ event: `e${i}`, timestamp: days[i % 3] })),
    );
  const counts = [1, 7, 300, 2];

  const answers = await Promise.all(counts.map(send));
  const receipts = await Promise.all(
    answers.map(({ receipt }) =>
      until(ada, receipt, ({ queryableSince }) => queryableSince !== null),
    ),
  );

  assert.deepEqual(
    receipts.map(({ stored }) => stored),
    counts,
  );
  for (const { accepted, stored, dropped, held, deadLettered, ...times } of receipts) {
    assert.deepEqual([accepted - stored, dropped, held, deadLettered], [0, 0, 0, 0]);
    assert.ok(times.queryableSince !== null && times.queryableSince >= times.acceptedAt);
  }
  assert.equal(await ada.refusal('GET', '/api/v1/receipts/made-up'), 'NOT_FOUND');
});

test('a receipt of held events says so, and that they are stored later', async (t) => {
  const plans = { pro: { dailyBytes: 10 }, business: { dailyBytes: 1_000_000 } };
  const app = await startApp(t, { ...ADMIN_ENVIRONMENT, XPLAIN_PLANS: JSON.stringify(plans) });
  const ada = await signIn(app.url, ADMIN);
  const billing = '/api/v1/organization/billing';
  await ada.change(billing, { plan: 'pro' });
  await ada.create('/api/v1/logs', { event: 'fills the quota' });

  const { receipt } = await ada.create<{ receipt: string }>('/api/v1/logs', { event: 'over it' });

  const held = await until(ada, receipt, () => true);
  assert.deepEqual([held.held, held.stored, held.queryableSince], [1, 0, null]);
  await ada.change(billing, { plan: 'business' });
  const released = await until(ada, receipt, ({ queryableSince }) => queryableSince !== null);
  assert.deepEqual([released.held, released.stored], [0, 1]);
});
