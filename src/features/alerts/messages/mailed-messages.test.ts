/** Messages by mail: who gets them, what becomes of their mails, and how they are listed and tried again. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import {
  type AlertTables,
  openAlertTables,
  OURS,
  THEIRS,
} from '../../../../test/support/alerts/alert-tables.ts';
import { systemActor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { type Log, silentLog } from '../../../base/log.ts';
import type { AlertDeliveryRow } from '../../../engines/metadata/tables/alerts.ts';
import type { MailRow } from '../../../engines/metadata/tables/mail.ts';
import type { Claim } from '../../../engines/schedule/schedule.ts';
import { openSecrets } from '../../../engines/secrets/open-secrets.ts';
import { findChannel } from '../tables/alert-channels-table.ts';
import { deliverByMail } from './deliver-by-mail.ts';
import type { DeliverNeeds } from './deliver-needs.ts';
import { findDelivery } from '../tables/alert-deliveries-table.ts';
import { followMails } from './follow-mails.ts';
import { listDeliveries, retryDelivery } from './manage-deliveries.ts';

const NOW = 1_000_000_000;
const HOUR_MS = 3_600_000;
const ACTOR = systemActor(OURS, 'alerts', []);
const { signal } = new AbortController();

interface Mailing extends AlertTables {
  readonly needs: DeliverNeeds;
  readonly outcomes: string[];
  readonly logged: unknown[];
  readonly putMail: (id: string, row?: Partial<MailRow>) => Promise<unknown>;
  readonly mails: () => Promise<MailRow[]>;
  readonly message: (id?: string) => Promise<AlertDeliveryRow>;
}

async function open(t: TestContext): Promise<Mailing> {
  const tables = await openAlertTables(t);
  const { metadata } = tables;
  const outcomes: string[] = [];
  const logged: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields, message) => logged.push([message, fields]) };
  const needs: DeliverNeeds = {
    metadata,
    clock: { now: () => NOW },
    log,
    secrets: openSecrets({ secret: 'x'.repeat(40), previous: undefined }),
    outbound: { send: () => Promise.reject(new Error('no webhooks')) },
    publicOrigin: () => 'https://logs.example.com',
    isMailSent: true,
    random: () => 0.5,
    findRule: async () => undefined,
    readSamples: async () => [],
    noteOutcome: (kind, outcome) => void outcomes.push(`${kind} ${outcome}`),
  };
  const mail: Omit<MailRow, 'id'> = {
    recipient: 'ada@example.com',
    subject: 'Errors',
    body: null,
    state: 'given_up',
    attempts: 1,
    created_at: NOW,
    due_at: null,
    lease_until: null,
    claimed_by: null,
    fence: 0,
    ended_at: NOW,
  };
  return {
    ...tables,
    needs,
    outcomes,
    logged,
    putMail: (id, row = {}) =>
      metadata.db
        .insertInto('mail_outbox')
        .values({ ...mail, id, ...row })
        .execute(),
    mails: () => metadata.db.selectFrom('mail_outbox').selectAll().orderBy('recipient').execute(),
    message: async (id = 'dlv_1') =>
      (await findDelivery(metadata, OURS, id)) ?? assert.fail('the message is gone'),
  };
}

/** Members of the organization by their role. */
async function join(
  { metadata }: AlertTables,
  people: Readonly<Record<string, 'owner' | 'member'>>,
) {
  for (const [name, role] of Object.entries(people)) {
    const email = `${name}@example.com`;
    await metadata.db
      .insertInto('users')
      .values({ ...PERSON, id: `usr_${name}`, email })
      .execute();
    await metadata.db
      .insertInto('members')
      .values({ ...MEMBER, id: `mem_${name}`, user_id: `usr_${name}`, role })
      .execute();
  }
}

function claimOf(settled: unknown[]): Claim {
  return { attempts: 3, signal, settle: async (_unit, next) => void settled.push(next) };
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    assert(error instanceof AppError);
    return [error.code, error.message];
  }
}

const PERSON = { name: 'Ada', email_verified: 1, image: null, created_at: 0, updated_at: 0 };
const MEMBER = { organization_id: OURS, created_at: 0 };
const TEAM = { id: 'chn_1', name: 'team', kind: 'email' } as const;

test('a message goes to each of its recipients, and is sent with that', async (t) => {
  const mailing = await open(t);
  const { needs, metadata, putChannel, putDelivery, putIncident, putItem, ...more } = mailing;
  await join(mailing, { ada: 'owner', ben: 'member', cyd: 'member' });
  const settings = JSON.stringify({ members: ['mem_ben'], roles: ['owner'] });
  await putChannel({ ...TEAM, settings });
  await putIncident({ id: 'inc_1' });
  await putDelivery({ id: 'dlv_1', content: '{}', last_error: 'before', due_at: 1 });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_1' });
  const settled: unknown[] = [];
  const channel = await findChannel(metadata, OURS, 'chn_1');

  await deliverByMail(needs, await more.message(), channel, claimOf(settled));

  const mails = await more.mails();
  assert.deepEqual(
    mails.map(({ recipient, state }) => [recipient, state]),
    [
      ['ada@example.com', 'waiting'],
      ['ben@example.com', 'waiting'],
    ],
  );
  assert.equal(mails[0]?.id, 'dlv_1-b5fc85e55755f9e0');
  const { state, content, ended_at: endedAt, last_error: error } = await more.message();
  assert.deepEqual([state, content, endedAt, error], ['sent', null, NOW, null]);
  assert.equal((await findChannel(metadata, OURS, 'chn_1'))?.last_sent_at, NOW);
  assert.deepEqual([settled, more.outcomes], [[{ dueAt: null, attempts: 3 }], ['email sent']]);
});

test('a message that is only written to a folder says so', async (t) => {
  const mailing = await open(t);
  const { needs, metadata, putChannel, putDelivery, putIncident, putItem, message } = mailing;
  await join(mailing, { ada: 'owner' });
  await putChannel({ ...TEAM, settings: JSON.stringify({ roles: ['owner'] }) });
  await putIncident({ id: 'inc_1' });
  await putDelivery({ id: 'dlv_1', content: '{}', due_at: 1 });
  await putItem({ delivery_id: 'dlv_1', incident_id: 'inc_1' });
  const channel = await findChannel(metadata, OURS, 'chn_1');

  await deliverByMail({ ...needs, isMailSent: false }, await message(), channel, claimOf([]));

  const { state, last_error: error } = await message();
  assert.equal(state, 'sent');
  assert.match(error ?? '', /^Written to the folder `outbox`/);
});

test('a notice goes to the Owners, and to whom it names of the members', async (t) => {
  const mailing = await open(t);
  const { needs, putDelivery, mails, message } = mailing;
  await join(mailing, { ada: 'owner', ben: 'member', cyd: 'member' });
  const put = (id: string, also: readonly string[]) =>
    putDelivery({
      id,
      kind: 'notice',
      channel_id: 'chn_owners',
      content: JSON.stringify({ title: 'It fails', body: 'Look.', also }),
    });
  const deliver = async (id: string) => {
    await deliverByMail(needs, await message(id), undefined, claimOf([]));
    const all = await mails();
    return all.filter((each) => each.id.startsWith(id)).map(({ recipient }) => recipient);
  };
  await put('dlv_1', ['BEN@example.com', 'ada@example.com', 'eve@example.com']);
  await put('dlv_2', []);
  await putDelivery({ id: 'dlv_3', kind: 'notice', content: null });

  assert.deepEqual(await deliver('dlv_1'), ['ada@example.com', 'ben@example.com']);
  assert.deepEqual(await deliver('dlv_2'), ['ada@example.com']);
  assert.match((await mails())[0]?.subject ?? '', /It fails/);
  await assert.rejects(deliver('dlv_3'), /a notice has words/);
});

test('a message whose incidents are gone ends without a mail', async (t) => {
  const { needs, putDelivery, message, mails } = await open(t);
  await putDelivery({ id: 'dlv_1' });

  await deliverByMail(needs, await message(), undefined, claimOf([]));

  const { state, last_error: error } = await message();
  assert.deepEqual([state, error, await mails()], ['dead', 'The incident was deleted.', []]);
});

const REASONS: readonly (readonly [string, readonly Partial<MailRow>[]])[] = [
  ['The mail server rejected the email.', [{}]],
  ['The mail server rejected 1 of 2 emails.', [{}, { state: 'sent' }]],
  ['The mail server rejected 2 of 3 emails.', [{}, {}, { state: 'waiting', body: '{}' }]],
  ["The mail server didn't accept the email in 8 attempts.", [{ attempts: 8 }]],
  ['The mail server rejected the email.', [{ attempts: 7 }]],
  [
    "The mail server didn't accept the email within 24 hours.",
    [{ attempts: 8, created_at: NOW - 24 * HOUR_MS }],
  ],
  ['The mail server rejected the email.', [{ created_at: NOW - 24 * HOUR_MS + 1 }]],
  [
    "The mail server didn't accept 1 of 2 emails in 8 attempts.",
    [{ attempts: 8 }, { attempts: 8, state: 'sent' }],
  ],
];
for (const [at, [reason, mails]] of REASONS.entries()) {
  test(`a message of which a mail is given up is dead (${at + 1}: ${reason})`, async (t) => {
    const { needs, metadata, putChannel, putDelivery, putMail, ...more } = await open(t);
    await putChannel({ ...TEAM });
    await putDelivery({ id: 'dlv_1', state: 'sent', ended_at: 5 });
    await putDelivery({ id: 'dlv_10', state: 'sent' });
    for (const [i, mail] of mails.entries()) await putMail(`dlv_1-${i}`, mail);
    await putMail('dlv_10-0', { state: 'sent' });
    await putMail('inv_1-0');

    await followMails(needs, signal);

    const { state, ended_at: endedAt, last_error: error } = await more.message();
    assert.deepEqual([state, endedAt, error], ['dead', NOW, reason]);
    const channel = await findChannel(metadata, OURS, 'chn_1');
    assert.deepEqual([channel?.failing_since, channel?.last_error], [NOW, reason]);
    const [event, ...others] = await metadata.db.selectFrom('alert_events').selectAll().execute();
    assert.deepEqual(
      [event?.kind, event?.text, others.length],
      ['delivery_dead', `Notification to team failed: ${reason}`, 0],
    );
    assert.deepEqual(more.outcomes, ['email dead']);
    const fields = { delivery: 'dlv_1', channel: 'chn_1', reason };
    assert.deepEqual(more.logged, [['alert notification failed', fields]]);
    const left = (await more.mails()).map(({ id }) => id).toSorted();
    const kept = mails.flatMap(({ state: was }, i) => (was === undefined ? [] : [`dlv_1-${i}`]));
    assert.deepEqual(left, [...kept, 'dlv_10-0', 'inv_1-0']);
    assert.equal((await more.message('dlv_10')).state, 'sent');
  });
}

test('mails of a message that is not sent, or gone, are forgotten alone', async (t) => {
  const { needs, putDelivery, putMail, mails, message, outcomes } = await open(t);
  await putDelivery({ id: 'dlv_1', state: 'waiting' });
  await putMail('dlv_1-a');
  await putMail('dlv_2-a');

  await followMails(needs, signal);

  assert.deepEqual([(await message()).state, await mails(), outcomes], ['waiting', [], []]);
});

test('a message to the Owners has no channel that fails, and one that fails goes on doing so', async (t) => {
  const { needs, metadata, putChannel, putDelivery, putMail, message } = await open(t);
  await putDelivery({ id: 'dlv_1', state: 'sent', channel_id: 'chn_owners' });
  await putChannel({ ...TEAM, failing_since: 7 });
  await putDelivery({ id: 'dlv_2', state: 'sent' });
  await putMail('dlv_1-a');
  await putMail('dlv_2-a');

  await followMails(needs, signal);

  assert.equal((await message()).state, 'dead');
  assert.equal((await findChannel(metadata, OURS, 'chn_1'))?.failing_since, 7);
  const events = await metadata.db.selectFrom('alert_events').select('text').execute();
  assert.match(events.map(({ text }) => text).join(), /Notification to chn_owners failed/);
});

test('whoever is stopped looks at no more', async (t) => {
  const { needs, putDelivery, putMail, putChannel, metadata, message } = await open(t);
  await putDelivery({ id: 'dlv_1', state: 'sent' });
  await putMail('dlv_1-a');

  await followMails(needs, AbortSignal.abort());
  assert.equal((await message()).state, 'sent');

  await metadata.db.deleteFrom('mail_outbox').execute();
  await putChannel({ ...TEAM, failing_since: NOW - 5 });
  await putMail('dlv_1-a', { state: 'sent' });
  await metadata.db.updateTable('alert_deliveries').set('created_at', NOW).execute();
  await followMails(needs, AbortSignal.abort());
  assert.equal((await findChannel(metadata, OURS, 'chn_1'))?.failing_since, NOW - 5);
});

const RECOVERIES: readonly (readonly [boolean, string, readonly Partial<MailRow>[]])[] = [
  [true, 'a mail went out since', [{ state: 'sent', ended_at: NOW - 99 }]],
  [
    true,
    'one of two went out since',
    [
      { state: 'sent', ended_at: NOW - 100 },
      { state: 'sent', ended_at: NOW - 99 },
    ],
  ],
  [false, 'the last one went out when it began to fail', [{ state: 'sent', ended_at: NOW - 100 }]],
  [
    false,
    'one of two waits',
    [{ state: 'sent' }, { state: 'waiting', body: '{}', ended_at: null }],
  ],
  [false, 'there is no mail', []],
];
for (const [isWell, what, mails] of RECOVERIES) {
  test(`a channel ${isWell ? 'works again' : 'still fails'} when ${what}`, async (t) => {
    const { needs, metadata, putChannel, putDelivery, putMail } = await open(t);
    const failing = { failing_since: NOW - 100, told_at: 5, last_error: 'It fails.' };
    await putChannel({ ...TEAM, ...failing });
    await putDelivery({ id: 'dlv_1', state: 'sent', created_at: NOW - 100 - 24 * HOUR_MS });
    for (const [i, mail] of mails.entries()) await putMail(`dlv_1-${i}`, mail);

    await followMails(needs, signal);

    const row = await findChannel(metadata, OURS, 'chn_1');
    assert.deepEqual(
      [row?.failing_since, row?.told_at, row?.last_error],
      isWell ? [null, null, null] : [NOW - 100, 5, 'It fails.'],
    );
  });
}

test('what was told long before a channel began to fail does not prove that it works', async (t) => {
  const { needs, metadata, putChannel, putDelivery, putMail } = await open(t);
  await putChannel({ ...TEAM, failing_since: NOW - 100 });
  await putDelivery({ id: 'dlv_1', state: 'sent', created_at: NOW - 101 - 24 * HOUR_MS });
  await putMail('dlv_1-0', { state: 'sent' });

  await followMails(needs, signal);

  assert.equal((await findChannel(metadata, OURS, 'chn_1'))?.failing_since, NOW - 100);
});

test('messages are shown with the names of what they are about', async (t) => {
  const { needs, putChannel, putRule, putDelivery, putIncident, putItem } = await open(t);
  await putChannel({ ...TEAM });
  await putRule({ id: 'alr_1', name: 'Errors' });
  await putDelivery({
    id: 'dlv_1',
    state: 'dead',
    attempts: 2,
    created_at: 1_000,
    due_at: 2_000,
    ended_at: 3_000,
    last_status: 500,
    last_error: 'It answered 500.',
  });
  for (let i = 0; i < 21; i += 1) {
    await putIncident({ id: `inc_${i}` });
    await putItem({ delivery_id: 'dlv_1', incident_id: `inc_${i}` });
  }
  await putDelivery({ id: 'dlv_0', channel_id: 'chn_gone', state: 'withheld', withheld_by: 'why' });
  await putDelivery({ id: 'dlv_x', organization_id: THEIRS });
  const list = (limit: number) => listDeliveries(needs, ACTOR, {}, { limit, after: undefined });

  const { data, nextCursor } = await list(2);
  const [first, second] = data;
  const { incidents, ...shown } = first ?? assert.fail('no message');
  assert.deepEqual(shown, {
    id: 'dlv_1',
    channelId: 'chn_1',
    channelName: 'team',
    ruleId: 'alr_1',
    ruleName: 'Errors',
    kind: 'alert',
    state: 'dead',
    withheldBy: null,
    incidentsTotal: 21,
    attempts: 2,
    createdAt: '1970-01-01T00:00:01.000Z',
    nextTryAt: '1970-01-01T00:00:02.000Z',
    endedAt: '1970-01-01T00:00:03.000Z',
    status: 500,
    error: 'It answered 500.',
  });
  assert.equal(incidents.length, 20);
  assert.deepEqual(
    [second?.channelName, second?.ruleName, second?.withheldBy, second?.incidents],
    [null, null, 'why', []],
  );
  assert.deepEqual([second?.nextTryAt, second?.endedAt, nextCursor], [null, null, null]);
  assert.equal(atob((await list(1)).nextCursor ?? ''), '1000:dlv_1');
});

test('what was given up is tried again, and nothing else', async (t) => {
  const { needs, metadata, putChannel, putDelivery, message } = await open(t);
  await putChannel({ ...TEAM });
  const dead = { state: 'dead', attempts: 8, ended_at: 5 } as const;
  await putDelivery({ id: 'dlv_1', ...dead });
  await putDelivery({ id: 'dlv_2', state: 'sent' });
  await putDelivery({ id: 'dlv_3', ...dead, kind: 'test' });
  await putDelivery({ id: 'dlv_4', ...dead, kind: 'notice', content: null });
  await putDelivery({ id: 'dlv_5', ...dead, channel_id: 'chn_gone' });
  await putDelivery({
    id: 'dlv_6',
    ...dead,
    kind: 'notice',
    channel_id: 'chn_owners',
    content: '{}',
  });
  await putDelivery({ id: 'dlv_7', ...dead, organization_id: THEIRS });
  const retry = (id: string) => retryDelivery(needs, ACTOR, id);

  const { state, attempts, nextTryAt, endedAt, channelName } = await retry('dlv_1');
  assert.deepEqual(
    [state, attempts, nextTryAt, endedAt, channelName],
    ['waiting', 0, '1970-01-12T13:46:40.000Z', null, 'team'],
  );
  assert.equal((await message()).due_at, NOW);
  const [audit] = await metadata.db.selectFrom('audit_entries').selectAll().execute();
  assert.deepEqual(
    [audit?.action, audit?.resource, audit?.details],
    ['alert_delivery.retried', 'dlv_1', '{"channel":"chn_1"}'],
  );
  const never = ['CONFLICT', 'Only failed notifications can be retried.'];
  assert.deepEqual(await refusal(retry('dlv_2')), never);
  assert.deepEqual(await refusal(retry('dlv_3')), never);
  assert.deepEqual(await refusal(retry('dlv_4')), [
    'CONFLICT',
    'The content of this notification is no longer stored.',
  ]);
  assert.deepEqual(await refusal(retry('dlv_5')), [
    'CONFLICT',
    'The channel of this notification was deleted.',
  ]);
  assert.equal((await retry('dlv_6')).state, 'waiting');
  const none = ['NOT_FOUND', 'No such message.'];
  assert.deepEqual([await refusal(retry('dlv_7')), await refusal(retry('dlv_8'))], [none, none]);
});
