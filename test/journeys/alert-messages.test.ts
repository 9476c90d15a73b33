import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertChannelWithSecret, ChannelTest } from '../../src/contract/alert-channels.ts';
import type { AlertDelivery } from '../../src/contract/alert-deliveries.ts';
import { problemsOf, WEBHOOK } from '../support/receiver-schemas.ts';
import { startApp } from '../support/programs/start-app.ts';
import { startReceiver } from '../support/start-receiver.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

test('an event becomes a message to a webhook, and the program tells no secret', async (t) => {
  const receiver = await startReceiver(t);
  const environment = { ...ADMIN_ENVIRONMENT, XPLAIN_OUTBOUND_ALLOW: '127.0.0.1' };
  const app = await startApp(t, environment);
  const ada = await signIn(app.url, ADMIN);
  const channel = await ada.create<AlertChannelWithSecret>('/api/v1/alert-channels', {
    kind: 'webhook',
    name: 'ops',
    url: `${receiver.url}/token-in-the-path`,
    allowsSamples: true,
  });
  const tested = await ada.create<ChannelTest>(
    `/api/v1/alert-channels/${channel.id}/test`,
    undefined,
  );
  await ada.create('/api/v1/alert-rules', {
    name: 'Any card error',
    query: 'service=cards level=error',
    interval: 30,
    severity: 'critical',
    condition: { kind: 'threshold', op: '>', value: 0 },
    channels: [channel.id],
  });
  const { value: key } = await ada.create<{ value: string }>('/api/v1/api-keys', {
    name: 'sender',
    scope: 'ingest-only',
  });

  const sent = await fetch(`${app.url}/api/v1/logs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'card 7 declined', service: 'cards', level: 'error' }),
  });
  assert.equal(sent.status, 202, await sent.text());
  for (let i = 0; i < 1_200 && receiver.calls.length < 2; i++) await sleep(100);

  assert.deepEqual([tested.state, tested.status], ['sent', 204]);
  const types = receiver.calls.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  assert.deepEqual(types, ['alert.test', 'alert.firing']);
  const alert = receiver.calls[1];
  assert.deepEqual(problemsOf(WEBHOOK, alert?.body ?? ''), []);
  assert.match(alert?.body ?? '', /card 7 declined/);
  let deliveries: AlertDelivery[] = [];
  for (let i = 0; i < 600 && deliveries.length < 2; i++) {
    deliveries = await ada.read<AlertDelivery[]>('/api/v1/alert-deliveries?state=sent');
    await sleep(50);
  }
  assert.ok(deliveries.some(({ id }) => id === alert?.headers['webhook-id']));
  assert.ok(!/token-in-the-path|whsec_/.test(app.output()));
});
