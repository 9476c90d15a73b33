import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { Claim } from '../schedule/schedule.ts';
import { ClaimLost, Hopeless, NotNow } from '../schedule/schedule.ts';
import { deliverMail } from './deliver-mail.ts';
import { type CarriedMail, MailRefused, MailUnanswered } from './mail.ts';
import type { OutboxRow } from './outbox-table.ts';

const day = 86_400_000;

/** A mail under way: what carries it, and what is noted of it. */
function prepare(how: { fail?: Error; file?: { bytes: number } | undefined; settle?: Error } = {}) {
  const clock = fakeClock();
  const carried: CarriedMail[] = [];
  const settled: unknown[] = [];
  const ended: unknown[] = [];
  const logged: unknown[] = [];
  const statement = {
    set: (values: unknown) => {
      ended.push(values);
      return statement;
    },
    where: () => statement,
    execute: async () => [],
  };
  const unit = { db: { updateTable: () => statement } };
  const content = Readable.from([Buffer.from('file')]);
  const work = deliverMail({
    metadata: {
      transaction: (body: (of: unknown) => Promise<unknown>) => body(unit),
    } as unknown as Metadata,
    carrier: {
      deliver: async (mail) => {
        if (how.fail !== undefined) throw how.fail;
        carried.push(mail);
      },
      health: async () => ({ status: 'up' }) as never,
      [Symbol.asyncDispose]: async () => {},
    },
    objects: { read: async () => how.file && { content, bytes: how.file.bytes } },
    clock,
    log: { ...silentLog, error: (fields: object) => void logged.push(fields) },
  });
  const claim: Claim = {
    attempts: 3,
    signal: new AbortController().signal,
    settle: async (_, next) => {
      if (how.settle !== undefined) throw how.settle;
      settled.push(next);
    },
  };
  const row: OutboxRow = {
    id: 'mail_1',
    recipient: 'ada@example.com',
    subject: 'Hello',
    body: JSON.stringify({ text: 'Hi.' }),
    state: 'waiting',
    attempts: 3,
    created_at: clock.now(),
    due_at: clock.now(),
    lease_until: null,
    claimed_by: null,
    fence: 1,
    ended_at: null,
  };
  return { work, row, claim, clock, carried, settled, ended, logged, content };
}

test('mail is worked off within its bounds', () => {
  const { work, row, clock } = prepare();
  assert.deepEqual(
    [work.name, work.table, work.placesMax, work.leaseMs, work.everyMs, work.attemptsMax],
    ['mail', 'mail_outbox', 4, 300_000, 5_000, 8],
  );
  assert.equal(work.isTooLate?.(row, clock.now() + day - 1), false);
  assert.equal(work.isTooLate?.(row, clock.now() + day), true);
  assert.deepEqual(
    [1, 2, 3, 9, 10, 20].map((attempts) => work.retryDelayMs(attempts)),
    [5_000, 10_000, 20_000, 1_280_000, 1_800_000, 1_800_000],
  );
});

test('a mail that is taken has been sent', async () => {
  const { work, row, claim, carried, settled, ended, clock } = prepare();
  await work.work(row, claim);
  assert.deepEqual(carried, [
    { to: 'ada@example.com', subject: 'Hello', text: 'Hi.', messageId: 'mail_1' },
  ]);
  assert.deepEqual(settled, [{ dueAt: null, attempts: 3 }]);
  assert.deepEqual(ended, [{ state: 'sent', body: null, ended_at: clock.now() }]);
});

for (const [name, file, isSent] of [
  ['a file of ten megabytes goes along', { bytes: 10 * 1024 * 1024 }, true],
  ['a larger one stays', { bytes: 10 * 1024 * 1024 + 1 }, false],
  ['one that is gone stays', undefined, false],
] as const) {
  test(name, async () => {
    const { work, row, claim, carried, content } = prepare({ file });
    const body = JSON.stringify({ text: 'Hi.', file: { name: 'a.csv', object: 'org/a' } });
    await work.work({ ...row, body }, claim);
    const [mail] = carried;
    assert.equal(mail !== undefined && 'fileContent' in mail, isSent);
    if (isSent) assert.equal(Buffer.from(mail?.fileContent ?? []).toString(), 'file');
    assert.equal(content.destroyed, file !== undefined);
  });
}

test('a mail that is refused is hopeless, another failure is tried again', async () => {
  const refused = new MailRefused('no such mailbox');
  const one = prepare({ fail: refused });
  await assert.rejects(one.work.work(one.row, one.claim), new Hopeless(refused));
  const other = prepare({ fail: new Error('busy') });
  await assert.rejects(other.work.work(other.row, other.claim), new Error('busy'));
  assert.deepEqual(other.ended, []);
});

for (const [ageMs, delayMs] of [
  [0, 5_000],
  [20_000, 5_000],
  [40_000, 10_000],
  [1_200_000, 300_000],
  [1_300_000, 300_000],
] as const) {
  test(`a mail of ${ageMs} ms that nobody answers waits ${delayMs} ms, and loses no try`, async () => {
    const { work, row, claim, clock } = prepare({ fail: new MailUnanswered('silence') });
    clock.advance(ageMs);
    await assert.rejects(work.work(row, claim), (error) => {
      assert.ok(error instanceof NotNow);
      assert.deepEqual([error.message, error.delayMs], ['silence', delayMs]);
      return true;
    });
  });
}

test('a mail that is out, but is another node’s by now, is left to it', async () => {
  const settle = new ClaimLost('mail', 'mail_1');
  const { work, row, claim, carried, ended } = prepare({ settle });
  await assert.rejects(work.work(row, claim), settle);
  assert.equal(carried.length, 1);
  assert.deepEqual(ended, []);
});

for (const [cause, reason] of [
  [new Error('no such mailbox'), 'no such mailbox'],
  ['text', 'unknown'],
] as const) {
  test(`a mail that is given up is told to the operator: ${reason}`, async () => {
    const { work, row, claim, clock, settled, ended, logged } = prepare();
    await work.giveUp(row, claim, cause);
    assert.deepEqual(settled, [{ dueAt: null, attempts: 3 }]);
    assert.deepEqual(ended, [{ state: 'given_up', body: null, ended_at: clock.now() }]);
    const reported = {
      mail: 'mail_1',
      to: 'ada@example.com',
      subject: 'Hello',
      attempts: 3,
      reason,
    };
    assert.deepEqual(logged, [reported]);
  });
}
