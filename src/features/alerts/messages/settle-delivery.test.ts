/** What is logged of a try, and what becomes of one that another node has taken over. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAlertTables, OURS } from '../../../../test/support/alerts/alert-tables.ts';
import type { Log } from '../../../base/log.ts';
import { type Claim, ClaimLost } from '../../../engines/schedule/schedule.ts';
import { findChannel } from '../tables/alert-channels-table.ts';
import type { DeliverNeeds } from './deliver-needs.ts';
import { findDelivery } from '../tables/alert-deliveries-table.ts';
import { endDelivery, noteFailed, noteSent } from './settle-delivery.ts';

const NOW = 1_000_000;

async function open(t: TestContext) {
  const { metadata, putChannel, putDelivery } = await openAlertTables(t);
  await putChannel({ id: 'chn_1', name: 'hook' });
  await putDelivery({ id: 'dlv_1', attempts: 2, content: '{}' });
  await putDelivery({ id: 'dlv_2', kind: 'notice', content: '{"title":"a"}', rule_id: null });
  const logged: unknown[] = [];
  const at =
    (level: string) =>
    (fields: object, message: string): void =>
      void logged.push([level, message, fields]);
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const needs = {
    metadata,
    clock: { now: () => NOW },
    random: () => 0.5,
    log,
    publicOrigin: () => 'https://logs.example.com',
  } as unknown as DeliverNeeds;
  const row = async (id = 'dlv_1') =>
    (await findDelivery(metadata, OURS, id)) ?? assert.fail('the message is gone');
  const channel = (await findChannel(metadata, OURS, 'chn_1')) ?? assert.fail('no channel');
  const claim = (attempts: number, settle: Claim['settle'] = async () => {}): Claim => {
    return { attempts, signal: new AbortController().signal, settle };
  };
  return { needs, logged, row, channel, claim, metadata };
}

test('what was taken is logged as delivered', async (t) => {
  const { needs, logged, row, channel, claim } = await open(t);

  await noteSent(needs, await row(), channel, claim(3), 202);

  const { state, content, last_status: status } = await row();
  assert.deepEqual([state, content, status], ['sent', null, 202]);
  assert.deepEqual(logged, [
    ['info', 'alert notification delivered', { delivery: 'dlv_1', attempts: 2 }],
  ]);
});

test('whoever has lost a message does not insist on it', async (t) => {
  const { needs, logged, row, channel, claim } = await open(t);
  let tries = 0;
  const settle = async (): Promise<void> => {
    tries += 1;
    if (tries === 1) throw new ClaimLost('alert_deliveries', 'dlv_1');
  };

  await assert.rejects(noteSent(needs, await row(), channel, claim(1, settle), 202), ClaimLost);

  assert.deepEqual([tries, logged, (await row()).state], [1, [], 'waiting']);
});

test('a failure is a warning until the last try', async (t) => {
  const { needs, logged, row, channel, claim } = await open(t);
  const result = {
    kind: 'failed',
    status: 500,
    error: 'It answered 500.',
    retryAt: undefined,
    isGone: false,
    isHopeless: false,
  } as const;
  const fields = {
    delivery: 'dlv_1',
    channel: 'chn_1',
    attempts: 2,
    status: 500,
    reason: 'It answered 500.',
  };

  await noteFailed(needs, await row(), channel, claim(10), result);
  await noteFailed(needs, await row(), channel, claim(11), result);
  assert.deepEqual(logged, [
    ['warn', 'alert notification will be retried', fields],
    ['error', 'alert notification failed', fields],
  ]);
  assert.equal((await row()).state, 'dead');
});

test('a hopeless one is given up at its first try', async (t) => {
  const { needs, logged, row, channel, claim } = await open(t);
  const failed = { kind: 'failed', status: 400, error: 'No.', retryAt: undefined } as const;

  await noteFailed(needs, await row(), channel, claim(1), {
    ...failed,
    isGone: false,
    isHopeless: true,
  });

  assert.equal((await row()).state, 'dead');
  assert.equal((logged[0] as unknown[])[0], 'error');
});

test('what ends without a try keeps the words of a notice alone', async (t) => {
  const { needs, logged, row, claim, metadata } = await open(t);
  const settled: unknown[] = [];
  const settle: Claim['settle'] = async (_unit, next) => void settled.push(next);

  await endDelivery(needs, await row(), claim(4, settle), 'The channel was deleted.');
  await endDelivery(needs, await row('dlv_2'), claim(1), 'The channel was deleted.');

  const message = await row();
  assert.deepEqual(
    [message.state, message.content, message.ended_at, message.last_error],
    ['dead', null, NOW, 'The channel was deleted.'],
  );
  assert.equal((await row('dlv_2')).content, '{"title":"a"}');
  assert.deepEqual(settled, [{ dueAt: null, attempts: 4 }]);
  const reason = 'The channel was deleted.';
  assert.deepEqual(logged[0], [
    'warn',
    'alert notification failed',
    { delivery: 'dlv_1', channel: 'chn_1', reason },
  ]);
  const events = await metadata.db.selectFrom('alert_events').selectAll().execute();
  assert.deepEqual(new Set(events.map(({ rule_id: rule }) => rule)), new Set(['alr_1', null]));
  assert.deepEqual(
    events.map(({ text }) => text),
    Array.from({ length: 2 }, () => `Notification to chn_1 failed: ${reason}`),
  );
});
