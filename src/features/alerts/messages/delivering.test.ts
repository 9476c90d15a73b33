/** What becomes of a message, and of its channel, after a try. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  type AlertTables,
  openAlertTables,
  OURS,
} from '../../../../test/support/alerts/alert-tables.ts';
import { exampleRule } from '../../../../test/support/alerts/example-rule.ts';
import { silentLog } from '../../../base/log.ts';
import type { AlertChannelRow, AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import { OutboundError, type OutboundRequest } from '../../../engines/outbound/outbound.ts';
import type { Claim } from '../../../engines/schedule/schedule.ts';
import { openSecrets } from '../../../engines/secrets/open-secrets.ts';
import { sealSecret } from '../channels/channel-secret.ts';
import { findChannel } from '../tables/alert-channels-table.ts';
import type { Rule } from '../rule.ts';
import { deliverMessages } from './deliver.ts';
import type { DeliverNeeds } from './deliver-needs.ts';
import { findDelivery } from '../tables/alert-deliveries-table.ts';

const NOW = 1_000_000;
const PLACE = { id: 'chn_1', organization_id: OURS };

type Answer = { status: number; headers?: Record<string, string> } | Error;

interface Delivering extends AlertTables {
  readonly needs: DeliverNeeds;
  readonly calls: OutboundRequest[];
  readonly outcomes: string[];
  /** Of the last claim. */
  readonly settled: () => readonly [dueAt: number | null, attempts: number | undefined] | undefined;
  readonly deliver: (attempts?: number) => Promise<void>;
  readonly message: () => Promise<AlertDeliveryRow>;
  readonly channel: () => Promise<AlertChannelRow | undefined>;
  readonly events: () => Promise<string[]>;
}

interface Setting {
  readonly answer?: Answer;
  readonly channel?: Partial<AlertChannelRow>;
  readonly delivery?: Partial<AlertDeliveryRow>;
  readonly rule?: Rule;
  readonly random?: number;
}

async function open(t: TestContext, setting: Setting = {}): Promise<Delivering> {
  const tables = await openAlertTables(t);
  const { metadata, putChannel, putDelivery, putIncident, putItem } = tables;
  const secrets = openSecrets({ secret: 'x'.repeat(40), previous: undefined });
  const calls: OutboundRequest[] = [];
  const outcomes: string[] = [];
  const needs: DeliverNeeds = {
    metadata,
    clock: { now: () => NOW },
    log: silentLog,
    secrets,
    outbound: {
      async send(request) {
        calls.push(request);
        const { answer = { status: 204 } } = setting;
        if (answer instanceof Error) throw answer;
        return { headers: {}, body: new Uint8Array(), ...answer };
      },
    },
    publicOrigin: () => 'https://logs.example.com',
    isMailSent: true,
    random: () => setting.random ?? 0.5,
    findRule: async () => setting.rule,
    readSamples: async () => ['a line'],
    noteOutcome: (kind, outcome) => void outcomes.push(`${kind} ${outcome}`),
  };
  const secret = sealSecret(secrets, PLACE, {
    url: 'https://hooks.example.com',
    key: 'whsec_YQ==',
  });
  await putChannel({ id: 'chn_1', name: 'hook', secret, ...setting.channel });
  await putIncident({ id: 'inc_1' });
  await putDelivery({ id: 'dlv_1', ...setting.delivery });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_1' });
  let settled: ReturnType<Delivering['settled']>;
  const message = async () =>
    (await findDelivery(metadata, OURS, 'dlv_1')) ?? assert.fail('the message is gone');
  return {
    ...tables,
    needs,
    calls,
    outcomes,
    settled: () => settled,
    async deliver(attempts = 1) {
      const claim: Claim = {
        attempts,
        signal: new AbortController().signal,
        settle: async (_unit, next) => void (settled = [next.dueAt, next.attempts]),
      };
      await deliverMessages(needs).work(await message(), claim);
    },
    message,
    channel: () => findChannel(metadata, OURS, 'chn_1'),
    events: async () =>
      (await metadata.db.selectFrom('alert_events').selectAll().execute()).map(
        ({ kind, text, rule_id: rule, details }) => `${kind} ${rule}: ${text} ${details}`,
      ),
  };
}

test('work on messages has its bounds', async (t) => {
  const { needs } = await open(t);
  const { name, table, owner, placesMax, perOwnerMax, attemptsMax, channel, retryDelayMs } =
    deliverMessages(needs);

  assert.deepEqual(
    [name, table, owner, placesMax, perOwnerMax, attemptsMax, channel],
    ['alert-messages', 'alert_deliveries', 'organization_id', 8, 4, 11, 'alert_deliveries'],
  );
  assert.equal(retryDelayMs?.(2), 30_000);
});

test('a message that is taken is sent, and the channel works', async (t) => {
  const failing = { failing_since: 5, told_at: 6, last_error: 'no', paused_until: 7 };
  const delivering = await open(t, { channel: failing, delivery: { last_error: 'no' } });

  await delivering.deliver(3);

  const row = await delivering.message();
  assert.deepEqual(delivering.settled(), [null, 3]);
  assert.deepEqual(
    [row.state, row.is_closed, row.content, row.ended_at, row.last_status, row.last_error],
    ['sent', 1, null, NOW, 204, null],
  );
  const channel = await delivering.channel();
  assert.deepEqual(
    [channel?.last_sent_at, channel?.failing_since, channel?.told_at, channel?.last_error],
    [NOW, null, null, null],
  );
  assert.equal(channel?.paused_until, 7);
  assert.deepEqual(delivering.outcomes, ['webhook sent']);
  const [call] = delivering.calls;
  assert.deepEqual(
    [call?.url, call?.method, call?.totalMsMax],
    ['https://hooks.example.com', 'POST', 15_000],
  );
  assert.match(
    Buffer.from(call?.body ?? []).toString(),
    /"url":"https:\/\/logs.example.com\/alerts\/inc_1"/,
  );
});

const STATUSES: readonly (readonly [number, string])[] = [
  [199, 'waiting'],
  [200, 'sent'],
  [299, 'sent'],
  [300, 'waiting'],
  [500, 'waiting'],
  [410, 'dead'],
];

for (const [status, state] of STATUSES) {
  test(`after an answer ${status} a message is ${state}`, async (t) => {
    const { deliver, message } = await open(t, { answer: { status } });

    await deliver();

    const row = await message();
    assert.deepEqual([row.state, row.last_status], [state, status]);
  });
}

test('what fails is tried again later, with the same words', async (t) => {
  const delivering = await open(t, { answer: { status: 500 } });

  await delivering.deliver(2);

  const row = await delivering.message();
  assert.deepEqual(delivering.settled(), [NOW + 30_000, 2]);
  assert.deepEqual(
    [row.state, row.ended_at, row.last_error, row.content === null],
    ['waiting', null, 'The receiver returned 500.', false],
  );
  const channel = await delivering.channel();
  assert.deepEqual(
    [channel?.failing_since, channel?.last_error, channel?.paused_until],
    [NOW, 'The receiver returned 500.', null],
  );
  assert.deepEqual([delivering.outcomes, await delivering.events()], [['webhook failed'], []]);
});

test('a channel fails since its first failure, and pauses as long as it wants to', async (t) => {
  const answer = { status: 429, headers: { 'retry-after': '60' } };
  const delivering = await open(t, { answer, channel: { failing_since: 5 } });

  await delivering.deliver();

  const channel = await delivering.channel();
  assert.deepEqual([channel?.failing_since, channel?.paused_until], [5, NOW + 60_000]);
  assert.deepEqual(delivering.settled(), [NOW + 60_000, 1]);
});

test('after the last try a message is dead, and the index of alerts tells so', async (t) => {
  const delivering = await open(t, { answer: new OutboundError('timed_out') });
  await delivering.deliver(10);
  const before = await delivering.message();

  await delivering.deliver(11);

  const row = await delivering.message();
  assert.equal(before.state, 'waiting');
  assert.deepEqual(delivering.settled(), [null, 11]);
  assert.deepEqual(
    [row.state, row.content, row.ended_at, row.last_status, row.last_error],
    ['dead', null, NOW, null, 'Timed out waiting for a response.'],
  );
  assert.deepEqual(delivering.outcomes, ['webhook failed', 'webhook dead']);
  assert.deepEqual(await delivering.events(), [
    'delivery_dead alr_1: Notification to hook failed: Timed out waiting for a response. ' +
      '{"delivery":"dlv_1","channel":"hook","reason":"Timed out waiting for a response."}',
  ]);
});

test('a receiver that is gone is disabled, and the Owners are told', async (t) => {
  const delivering = await open(t, { answer: { status: 410 }, channel: { version: 4 } });

  await delivering.deliver();

  const channel = await delivering.channel();
  assert.deepEqual(
    [channel?.disabled_at, channel?.disabled_reason, channel?.version],
    [NOW, 'The receiver returned 410 Gone.', 5],
  );
  const notice = await delivering.metadata.db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('kind', '=', 'notice')
    .executeTakeFirst();
  assert.deepEqual(
    [notice?.notice_key, JSON.parse(notice?.content ?? '{}')],
    [
      'channel-disabled:chn_1',
      {
        title: 'Alert channel disabled: hook',
        body: [
          'Xplain disabled the channel “hook” (webhook). The receiver returned 410 Gone.',
          'Its notifications are no longer sent. Change its URL and enable it, or delete it:',
          'https://logs.example.com/alerts/channels',
        ].join('\n'),
        also: [],
      },
    ],
  );
});

test('what PagerDuty does not understand is not tried again', async (t) => {
  const answer = { status: 400 };
  const pager = await open(t, { answer, channel: { kind: 'pagerduty' } });
  const hook = await open(t, { answer });

  await pager.deliver();
  await hook.deliver();

  assert.deepEqual(
    [(await pager.message()).state, (await hook.message()).state],
    ['dead', 'waiting'],
  );
});

test('an address that no key opens any more is a failure, a call that is stopped is none', async (t) => {
  const sealed = await open(t, { channel: { secret: 'v1:unreadable' } });
  const stopped = await open(t, { answer: new OutboundError('stopped') });

  await sealed.deliver();

  assert.equal(
    (await sealed.message()).last_error,
    "The stored URL can't be decrypted with the current secret of the installation. Enter it again.",
  );
  await assert.rejects(stopped.deliver(), OutboundError);
});

test('without its channel a message is given up', async (t) => {
  const gone = await open(t, { delivery: { channel_id: 'chn_gone', content: 'words' } });
  const disabled = await open(t, { channel: { disabled_at: 1 } });

  await gone.deliver();
  await disabled.deliver();

  const row = await gone.message();
  assert.deepEqual([row.state, row.content, row.ended_at], ['dead', null, NOW]);
  assert.equal(row.last_error, 'The channel was deleted.');
  assert.equal((await disabled.message()).last_error, 'The channel is disabled.');
  assert.deepEqual([gone.calls, disabled.calls], [[], []]);
});

test('a message whose incidents are gone is given up', async (t) => {
  const { deliver, message, metadata } = await open(t);
  await metadata.db.deleteFrom('alert_delivery_items').execute();

  await deliver();

  assert.equal((await message()).last_error, 'The incident was deleted.');
});

test('a paused channel gets nothing, and many do not come back at once', async (t) => {
  const paused = { paused_until: NOW + 500 };
  const alone = await open(t, { channel: paused });
  const crowded = await open(t, { channel: paused, random: 0.99 });
  for (let i = 0; i < 19; i += 1) await crowded.putDelivery({ id: `dlv_waiting_${i}` });

  await alone.deliver(4);
  await crowded.deliver(4);

  assert.deepEqual(alone.settled(), [NOW + 500, 3]);
  assert.deepEqual(crowded.settled(), [NOW + 2_500, 3]);
  assert.deepEqual([alone.calls.length, (await alone.message()).is_closed], [0, 0]);
});

test('a pause is over at its end, and a chat makes one of a second', async (t) => {
  const chat = await open(t, { channel: { kind: 'slack', paused_until: NOW } });

  await chat.deliver();

  assert.equal(chat.calls.length, 1);
  assert.equal((await chat.channel())?.paused_until, NOW + 1_000);
});

test('an earlier message about the same incident goes out first', async (t) => {
  const laterOf = async (dueAt: number | null) => {
    const { deliver, settled, putDelivery, putItem } = await open(t, {
      delivery: { created_at: 9 },
    });
    await putDelivery({ id: 'dlv_0', created_at: 8, due_at: dueAt });
    await putItem({ delivery_id: 'dlv_0', incident_id: 'inc_1' });
    await deliver(2);
    return settled();
  };

  assert.deepEqual(await laterOf(null), [NOW + 1_000, 1]);
  assert.deepEqual(await laterOf(NOW + 5_000), [NOW + 5_000, 1]);
});

test('lines of logs leave where the channel allows it, and the rule has some', async (t) => {
  const linesOf = async (allows: number, samples: number, transition: 'fired' | 'resolved') => {
    const delivering = await open(t, {
      rule: exampleRule({ samples }),
      channel: { allows_samples: allows },
    });
    await delivering.metadata.db.updateTable('alert_delivery_items').set({ transition }).execute();
    await delivering.deliver();
    const body = Buffer.from(delivering.calls[0]?.body ?? []).toString();
    return (JSON.parse(body) as { data: { samples: string[] } }).data.samples;
  };

  assert.deepEqual(await linesOf(1, 3, 'fired'), ['a line']);
  assert.deepEqual(await linesOf(0, 3, 'fired'), []);
  assert.deepEqual(await linesOf(1, 0, 'fired'), []);
  assert.deepEqual(await linesOf(1, 3, 'resolved'), []);
});

test('what began and ended within one message is told as what ended', async (t) => {
  const { deliver, calls, putIncident, putItem } = await open(t);
  await putIncident({ id: 'inc_2' });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_1', transition: 'resolved', at: 5 });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_2' });

  await deliver();

  const { data } = JSON.parse(Buffer.from(calls[0]?.body ?? []).toString()) as {
    data: { incidents: { id: string; transition: string }[]; url: string; total: number };
  };
  assert.deepEqual(
    data.incidents.map(({ id, transition }) => `${id} ${transition}`),
    ['inc_2 fired', 'inc_1 resolved'],
  );
  assert.deepEqual([data.url, data.total], ['https://logs.example.com/alerts', 2]);
});

test('the words of the first try are those of all tries', async (t) => {
  const { deliver, calls } = await open(t, { delivery: { content: '{"body":"{\\"kept\\":1}"}' } });

  await deliver();

  assert.equal(Buffer.from(calls[0]?.body ?? []).toString(), '{"kept":1}');
});

test('what ended without an answer at every try is given up', async (t) => {
  const { needs, message, events } = await open(t);
  const claim = { attempts: 11, signal: new AbortController().signal, settle: async () => {} };

  await deliverMessages(needs).giveUp(await message(), claim, undefined);

  const row = await message();
  assert.deepEqual([row.state, row.last_error], ['dead', 'All attempts timed out.']);
  assert.match((await events())[0] ?? '', /^delivery_dead alr_1: Notification to chn_1 failed/);
});
