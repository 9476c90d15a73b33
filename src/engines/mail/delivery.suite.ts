import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBase62 } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { LIMITS } from '../../spec/limits.ts';
import { fakeClock, type FakeClock } from '../../../test/support/fake-clock.ts';
import type { Objects } from '../objects/objects.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { silentMetrics } from '../../base/metrics.ts';
import { claimRows, settleRow } from '../schedule/due-rows-table.ts';
import { openDueRunner } from '../schedule/open-due-runner.ts';
import { runDue } from '../schedule/run-due.ts';
import { deliverMail } from './deliver-mail.ts';
import { enqueueMail, MailRefused, MailUnanswered, type Mail, type MailCarrier } from './mail.ts';
import { openMailDelivery } from './open-mail-delivery.ts';
import type { OutboxRow } from './outbox-table.ts';

/** Opens one more handle on the place of this test; undefined when the test is skipped. */
export type OpenStores = (t: TestContext) => Promise<(() => Promise<Metadata>) | undefined>;

const mail = { to: 'ada@example.org', subject: 'Hello', text: 'secret-link', html: '<p>Hi</p>' };
const { attemptsMax, claimMs, keepMsMax, retryDelayMsMax, retryDelayMsMin } = LIMITS.mail;
const { unansweredDelayMsMax, waitMsMax } = LIMITS.mail;

/** What happens to a mail between the transaction that asks for it and whoever takes it. */
export function deliverySuite(openStores: OpenStores): void {
  function promise(
    name: string,
    check: (post: Post, open: () => Promise<Metadata>) => Promise<void>,
  ): void {
    test(name, async (t) => {
      const open = await openStores(t);
      if (open === undefined) return;
      await using metadata = await open();
      await check(createPost(metadata), open);
    });
  }

  enqueuePromises(promise);
  deliverPromises(promise);
  filePromises(promise);
  failurePromises(promise);
}

type PromiseOf = (
  name: string,
  check: (post: Post, open: () => Promise<Metadata>) => Promise<void>,
) => void;

function enqueuePromises(promise: PromiseOf): void {
  promise('a mail goes out right after its transaction, and not before', async (post) => {
    await using _ = startDelivery(post);

    await post.metadata.transaction(async (unit) => {
      await enqueueMail(post, unit, mail);
      await sleep(30);
      assert.deepEqual(post.taken, []);
    });
    await until(() => post.taken.length === 1);

    const [{ messageId, ...content } = { messageId: '' }] = post.taken;
    assert.deepEqual(content, mail);
    await until(async () => (await rowsOf(post)).every(({ state }) => state === 'sent'));
    const [row] = await rowsOf(post);
    assert.equal(row?.id, messageId);
    assert.equal(row.body, null);
    assert.equal(row.ended_at, post.clock.now());
  });

  promise('a transaction that rolls back sends nothing', async (post) => {
    await assert.rejects(
      post.metadata.transaction(async (unit) => {
        await enqueueMail(post, unit, mail);
        throw new Error('no');
      }),
    );

    await deliver(post);

    assert.deepEqual(post.taken, []);
    assert.deepEqual(await rowsOf(post), []);
  });

  promise('a mail that smuggles a header is refused before it is written', async (post) => {
    for (const bad of [
      { ...mail, subject: 'Hi\r\nBcc: eve@example.org' },
      { ...mail, to: 'ada@example.org\r\nBcc: eve@example.org' },
    ]) {
      await assert.rejects(enqueue(post, bad), { code: 'VALIDATION_ERROR' });
    }

    assert.deepEqual(await rowsOf(post), []);
  });
}

function deliverPromises(promise: PromiseOf): void {
  promise('several nodes at once send every mail once', async (post, open) => {
    await using other = await open();
    const subjects = Array.from({ length: 40 }, (_, number) => `mail ${number}`);
    for (const subject of subjects) await enqueue(post, { ...mail, subject });

    await Promise.all([
      deliver(post),
      deliver({ ...post, metadata: other }),
      deliver(post),
      deliver({ ...post, metadata: other }),
    ]);

    assert.deepEqual(post.taken.map(({ subject }) => subject).toSorted(), subjects.toSorted());
  });

  promise(
    'what a dead node was sending goes out after its claim, under the same id',
    async (post) => {
      await enqueue(post);
      const dead = await claim(post, 'dead');

      post.clock.advance(claimMs - 1);
      await deliver(post);
      assert.equal(post.taken.length, 0);
      post.clock.advance(1);
      await deliver(post);

      assert.deepEqual(
        post.taken.map(({ messageId }) => messageId),
        [dead.id],
      );
    },
  );

  promise('a node sends several mails at once, up to its bound', async (post) => {
    for (let number = 0; number < 3 * LIMITS.mail.parallelMax; number += 1) await enqueue(post);
    let running = 0;
    let runningMax = 0;
    post.behave(async () => {
      running += 1;
      runningMax = Math.max(runningMax, running);
      await sleep(20);
      running -= 1;
    });

    await deliver(post);

    assert.equal(post.taken.length, 3 * LIMITS.mail.parallelMax);
    assert.equal(runningMax, LIMITS.mail.parallelMax);
  });

  promise('a node whose claim has lapsed changes nothing any more', async (post) => {
    await enqueue(post);
    const late = await claim(post, 'late');
    post.clock.advance(claimMs);
    await claim(post, 'present');

    const { metadata } = post;
    const settled = metadata.transaction((unit) =>
      settleRow(unit, deliverMail(post), late, { dueAt: null }),
    );

    await assert.rejects(settled, { name: 'ClaimLost' });
    const [row] = await rowsOf(post);
    assert.equal(row?.state, 'waiting');
    assert.equal(row.claimed_by, 'present');
  });

  promise('the record of a mail is kept for its time and no longer', async (post) => {
    await enqueue(post);
    await deliver(post);
    const { job } = openMailDelivery(post);
    const tidy = () => job.run(new AbortController().signal, { hold: async () => {} });

    post.clock.advance(keepMsMax);
    await tidy();
    assert.equal((await rowsOf(post)).length, 1);
    post.clock.advance(1);
    await tidy();

    assert.deepEqual(await rowsOf(post), []);
  });

  promise('a node looks for mail whose notification nobody heard', async (post) => {
    await using _ = startDelivery(post, { everyMs: 20 });
    await sleep(30);

    await insertUnheard(post);

    await until(() => post.taken.length === 1);
  });

  promise('closing waits for what is being handed over', async (post) => {
    const gate = Promise.withResolvers<void>();
    post.behave(() => gate.promise);
    const delivery = startDelivery(post);
    await enqueue(post);
    await until(() => post.taken.length === 1);

    const closed = delivery[Symbol.asyncDispose]();
    gate.resolve();
    await closed;

    const [row] = await rowsOf(post);
    assert.equal(row?.state, 'sent');
  });
}

function filePromises(promise: PromiseOf): void {
  promise(
    'a kept file goes along up to its bound, and a mail without it where it is gone',
    async (post) => {
      const { fileBytesMax } = LIMITS.mail;
      post.kept.set('org_a/fits', Buffer.alloc(fileBytesMax, 1));
      post.kept.set('org_a/over', Buffer.alloc(fileBytesMax + 1, 1));
      const sent: (number | undefined)[] = [];
      for (const object of ['org_a/fits', 'org_a/over', 'org_a/gone']) {
        await enqueue(post, { ...mail, file: { name: 'rows.csv', object } });
        await deliver(post);
        sent.push(post.taken.at(-1)?.fileContent?.byteLength);
      }
      assert.equal(post.taken.length, 3);
      assert.deepEqual(sent, [fileBytesMax, undefined, undefined]);
    },
  );
}

function failurePromises(promise: PromiseOf): void {
  promise(
    'a mail that is not taken is tried again, later each time, then given up',
    async (post) => {
      post.behave(() => Promise.reject(new Error('ECONNREFUSED')));
      await enqueue(post);

      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        await deliver(post);
        assert.equal(post.taken.length, attempt);
        const delayMs = Math.min(retryDelayMsMin * 2 ** (attempt - 1), retryDelayMsMax);
        post.clock.advance(delayMs - 1);
        await deliver(post);
        assert.equal(post.taken.length, attempt);
        post.clock.advance(1);
      }
      await deliver(post);

      assert.equal(post.taken.length, attemptsMax);
      assert.equal(new Set(post.taken.map(({ messageId }) => messageId)).size, 1);
      const [row] = await rowsOf(post);
      assert.equal(row?.state, 'given_up');
      assert.equal(row.body, null);
      assert.equal(post.logged.filter((line) => line.includes('mail failed')).length, 1);
      assert.ok(!post.logged.join().includes('secret-link'));
    },
  );

  promise('a mail that is refused for good is given up at once', async (post) => {
    post.behave(() => Promise.reject(new MailRefused('550 no such user')));
    await enqueue(post);

    await deliver(post);

    const [row] = await rowsOf(post);
    assert.equal(row?.state, 'given_up');
    assert.equal(post.taken.length, 1);
  });

  promise('a mail server that does not answer for hours uses up no try', async (post) => {
    const startedAt = post.clock.now();
    const downMs = 2 * 60 * 60_000;
    post.behave(async () => {
      if (post.clock.now() - startedAt < downMs) throw new MailUnanswered('ECONNREFUSED');
    });
    await enqueue(post);

    for (let ms = 0; ms < downMs + unansweredDelayMsMax; ms += 10_000) {
      await deliver(post);
      post.clock.advance(10_000);
    }

    const [row] = await rowsOf(post);
    assert.equal(row?.state, 'sent');
    assert.equal(row.attempts, 1);
    assert.ok(post.taken.length > attemptsMax, String(post.taken.length));
    assert.ok(post.taken.length < downMs / retryDelayMsMin / 4, String(post.taken.length));
    assert.ok((row.ended_at ?? 0) - startedAt <= downMs + unansweredDelayMsMax);
  });

  promise('a mail is given up after a day without an answer, and not before', async (post) => {
    post.behave(() => Promise.reject(new MailUnanswered('ECONNREFUSED')));
    await enqueue(post);

    post.clock.advance(waitMsMax - 1);
    await deliver(post);
    assert.equal((await rowsOf(post))[0]?.state, 'waiting');
    post.clock.advance(unansweredDelayMsMax);
    await deliver(post);

    assert.equal((await rowsOf(post))[0]?.state, 'given_up');
    assert.equal(post.taken.length, 1);
  });

  promise('a mail that every node died over is given up in the end', async (post) => {
    await enqueue(post);
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      await claim(post, `node ${attempt}`);
      post.clock.advance(claimMs);
    }

    await deliver(post);

    const [row] = await rowsOf(post);
    assert.equal(row?.state, 'given_up');
    assert.deepEqual(post.taken, []);
  });

  promise('one mail that fails does not hold up the others', async (post) => {
    post.behave(async ({ subject }) => {
      if (subject === 'bad') throw new Error('no');
    });
    for (const subject of ['bad', 'good', 'better']) await enqueue(post, { ...mail, subject });

    await deliver(post);

    const states = (await rowsOf(post)).map(({ subject, state }) => `${subject} ${state}`);
    assert.deepEqual(states.toSorted(), ['bad waiting', 'better sent', 'good sent']);
  });
}

type Outgoing = Parameters<MailCarrier['deliver']>[0];

interface Post {
  readonly metadata: Metadata;
  readonly carrier: MailCarrier;
  /** Files that go along, by name. */
  readonly kept: Map<string, Buffer>;
  readonly objects: Pick<Objects, 'read'>;
  readonly clock: FakeClock;
  readonly log: Log;
  readonly newId: () => string;
  /** What the carrier was handed, whatever it did with it. */
  readonly taken: Outgoing[];
  readonly logged: string[];
  behave(deliver: (mail: Outgoing) => Promise<void>): void;
}

function createPost(metadata: Metadata): Post {
  const taken: Outgoing[] = [];
  const logged: string[] = [];
  let behaviour: (mail: Outgoing) => Promise<void> = async () => {};
  const write = (fields: object, message: string): void => {
    logged.push(JSON.stringify({ ...fields, message }));
  };
  const kept = new Map<string, Buffer>();
  return {
    metadata,
    kept,
    objects: {
      async read(name) {
        const content = kept.get(name);
        return content && { content: Readable.from([content]), bytes: content.length };
      },
    },
    clock: fakeClock(),
    log: { debug: write, info: write, warn: write, error: write },
    newId: () => `mail_${randomBase62(22)}`,
    taken,
    logged,
    behave: (deliver_) => {
      behaviour = deliver_;
    },
    carrier: {
      async deliver(outgoing) {
        taken.push(outgoing);
        await behaviour(outgoing);
      },
      health: async () => ({ state: 'up' }),
      [Symbol.asyncDispose]: async () => {},
    },
  };
}

async function enqueue(post: Post, content: Mail = mail): Promise<void> {
  await post.metadata.transaction((unit) => enqueueMail(post, unit, content));
}

/** A mail that nobody is told of. */
async function insertUnheard(post: Post): Promise<void> {
  await post.metadata.transaction((unit) =>
    enqueueMail(post, { ...unit, notify: async () => {} }, mail),
  );
}

async function deliver(post: Post): Promise<void> {
  await runDue(post, deliverMail(post), new AbortController().signal);
}

function startDelivery(post: Post, changed: { readonly everyMs?: number } = {}): AsyncDisposable {
  const runner = openDueRunner({ ...post, metrics: silentMetrics });
  runner.start({ ...deliverMail(post), ...changed });
  return runner;
}

/** Takes the one mail there is, as a node would that then says nothing more. */
async function claim(post: Post, holder: string): Promise<OutboxRow> {
  const now = post.clock.now();
  const [row] = await claimRows<OutboxRow>(post.metadata, deliverMail(post), {
    holder,
    now,
    leaseUntil: now + claimMs,
    rowsMax: 1,
    perOwnerMax: 1,
    busy: new Map(),
  });
  assert.ok(row);
  return row;
}

async function rowsOf({ metadata }: Post) {
  return metadata.db.selectFrom('mail_outbox').selectAll().execute();
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 6_000; turn += 1) {
    if (await isTrue()) return;
    await sleep(5);
  }
  assert.fail('it did not happen');
}
