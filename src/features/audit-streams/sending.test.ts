/** Every entry at least once, in order, under one id and body, whatever the receiver does. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { onBothStores, openAccess } from '../../../test/support/open-access.ts';
import {
  isSigned,
  type ReceivedBody,
  startStreams,
  type StreamsUnderTest,
} from '../../../test/support/start-streams.ts';
import type { OrganizationId } from '../../base/ids.ts';
import { type LabelledValue, type Metrics, silentMetrics } from '../../base/metrics.ts';
import { type ChainPlace, findBreak, type HashedEntry } from '../../contract/audit-chain.ts';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import {
  changeStream,
  createStream,
  deleteStream,
  readStream,
  replayStream,
} from './manage-streams.ts';
import { watchStreams } from './watch-streams.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Numbers of the entries as they came, each once; every chain that is complete verifies. */
function numbersOf(bodies: readonly ReceivedBody[]): number[] {
  let before: ChainPlace | undefined;
  const numbers: number[] = [];
  for (const { entries, previousHash, from, to } of bodies) {
    assert.deepEqual([entries[0]?.seq, entries.at(-1)?.seq], [from, to]);
    if (before !== undefined && from <= before.seq) continue;
    assert.equal(before?.hash ?? previousHash, previousHash);
    for (const entry of entries) {
      const hashed = entry as unknown as HashedEntry;
      assert.equal(findBreak(before, hashed, sha256), undefined);
      before = hashed;
      numbers.push(entry.seq);
    }
  }
  return numbers;
}

function upTo(count: number, from = 1): number[] {
  return Array.from({ length: count - from + 1 }, (_, i) => i + from);
}

async function stateOf({ needs }: StreamsUnderTest, organization: OrganizationId) {
  const [row] = await needs.metadata.db
    .selectFrom('audit_streams')
    .selectAll()
    .where('organization_id', '=', organization)
    .execute();
  assert.ok(row);
  return row;
}

onBothStores(
  'entries arrive in order, signed, in requests that follow each other',
  async (t, access) => {
    const { id, owner } = await access.newOrganization();
    const other = await access.newOrganization();
    const streams = await startStreams(t, access);
    const { needs, receiver, record, ship, send, bodies } = streams;
    await record(owner.actor, 150);
    await record(other.owner.actor, 3);
    await ship();
    let underWay = 0;
    receiver.behave(async () => {
      underWay += 1;
      assert.equal(underWay, 1, 'one request under way');
      await new Promise((resolve) => setTimeout(resolve, 2));
      underWay -= 1;
      return { status: 200 };
    });
    const { id: stream, secret = '' } = await createStream(needs, owner.actor, {
      name: 'SIEM',
      url: receiver.url,
      from: 1,
    });
    assert.match(stream, /^aud_/);
    assert.match(secret, /^whsec_/);

    await send();
    assert.deepEqual(numbersOf(bodies()), upTo(150));
    await ship();
    await send();

    assert.deepEqual(numbersOf(bodies()), upTo(151));
    assert.deepEqual(
      receiver.calls.map(({ headers }) => headers['webhook-id']),
      [`${stream}:1-100`, `${stream}:101-150`, `${stream}:151-151`],
    );
    const [first] = bodies();
    assert.deepEqual(Object.keys(first ?? {}), [
      'type',
      'stream',
      'from',
      'to',
      'previousHash',
      'entries',
    ]);
    assert.deepEqual([first?.type, first?.stream], ['audit.entries', stream]);
    assert.deepEqual(Object.keys(first?.entries[0] ?? {}), [
      'timestamp',
      'actor',
      'action',
      'resource',
      'resource_type',
      'ip_address',
      'user_agent',
      'details',
      'seq',
      'hash',
    ]);
    assert.equal(bodies().at(-1)?.entries[0]?.['action'], 'audit_stream.created');
    assert.ok(receiver.calls.every((call) => isSigned(call, secret)));
    assert.ok(!receiver.calls.some((call) => isSigned(call, 'whsec_AAAA')));
    assert.equal((await stateOf(streams, id)).due_at, null);
  },
);

onBothStores(
  'a receiver that fails gets the same request again, later and later, for ever',
  async (t, access) => {
    const { id, owner } = await access.newOrganization();
    const streams = await startStreams(t, access);
    const { needs, receiver, record, ship, send, bodies } = streams;
    const { clock } = access;
    await createStream(needs, owner.actor, { name: 'SIEM', url: receiver.url });
    let status = 500;
    receiver.behave(() => ({ status }));
    await ship();
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      // 410 is no reason to stop.
      status = i === 3 ? 410 : 500;
      await send();
      const { due_at } = await stateOf(streams, id);
      waits.push((due_at ?? 0) - clock.now());
      // What comes meanwhile does not change the request, and does not hasten it.
      await record(owner.actor, 1);
      await ship();
      await send();
      clock.advance(waits.at(-1) ?? 0);
    }

    assert.deepEqual(waits, [
      5 * SECOND_MS,
      30 * SECOND_MS,
      2 * MINUTE_MS,
      10 * MINUTE_MS,
      30 * MINUTE_MS,
      HOUR_MS,
      HOUR_MS,
      HOUR_MS,
    ]);
    const sent = new Set(
      receiver.calls.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`),
    );
    assert.deepEqual([receiver.calls.length, sent.size], [8, 1]);
    const failing = await readStream(needs, owner.actor, (await stateOf(streams, id)).id);
    assert.partialDeepStrictEqual(failing, {
      enabled: true,
      failures: 8,
      lastError: 'The receiver returned 500.',
      waiting: 9,
      sentTo: 0,
    });
    assert.ok(failing.lagSeconds >= HOUR_MS / SECOND_MS);

    status = 204;
    await send();
    assert.deepEqual(numbersOf(bodies().slice(7)), upTo(9));
    const working = await readStream(needs, owner.actor, failing.id);
    assert.partialDeepStrictEqual(working, {
      failures: 0,
      failingSince: null,
      lastError: '',
      waiting: 0,
      lagSeconds: 0,
    });
  },
);

onBothStores(
  'two nodes and a receiver that hangs up lose nothing and keep the order',
  async (t, access) => {
    const { owner } = await access.newOrganization();
    const { needs, receiver, record, ship, send, bodies } = await startStreams(t, access);
    await createStream(needs, owner.actor, { name: 'SIEM', url: receiver.url });
    let call = 0;
    receiver.behave(() => ({ status: (call += 1) % 3 === 0 ? 503 : 200 }));
    for (let round = 0; round < 12; round++) {
      await record(owner.actor, 60);
      const stopping = new AbortController();
      const nodes = [send(stopping.signal), ship(), send(), ship()];
      if (round % 2 === 0) stopping.abort();
      await Promise.all(nodes);
      access.clock.advance(HOUR_MS);
    }
    for (let i = 0; i < 5; i++) {
      await ship();
      await send();
      access.clock.advance(HOUR_MS);
    }

    const taken = bodies();
    assert.deepEqual(numbersOf(taken), upTo(721));
    const byId = Map.groupBy(receiver.calls, ({ headers }) => headers['webhook-id']);
    for (const calls of byId.values()) assert.equal(new Set(calls.map(({ body }) => body)).size, 1);
  },
);

test('a range is repeated before what is new, and what has left the metadata store is read back', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const { needs, receiver, record, ship, send, bodies } = await startStreams(t, access);
  await record(owner.actor, 250);
  await ship();
  const { id } = await createStream(needs, owner.actor, {
    name: 'SIEM',
    url: receiver.url,
    from: 1,
  });
  await ship();
  await send();
  const before = receiver.calls.map(({ headers, body }) => [headers['webhook-id'], body]);
  await access.metadata.db.deleteFrom('audit_entries').execute();
  receiver.calls.length = 0;

  await replayStream(needs, owner.actor, id, { from: 1, to: 251 });
  await assert.rejects(replayStream(needs, owner.actor, id, { from: 1, to: 2 }), {
    code: 'CONFLICT',
  });
  await ship();
  await send();

  assert.deepEqual(
    receiver.calls.slice(0, 3).map(({ headers, body }) => [headers['webhook-id'], body]),
    [...before.slice(0, 2), [`${id}:201-251`, receiver.calls[2]?.body]],
  );
  assert.deepEqual(numbersOf(bodies()), upTo(252));
  assert.equal((await readStream(needs, owner.actor, id)).replay, null);
  receiver.calls.length = 0;
  await replayStream(needs, owner.actor, id, { from: 7, to: 7 });
  await send();
  assert.deepEqual(numbersOf(bodies()), [7]);
  await assert.rejects(replayStream(needs, owner.actor, id, { from: 3, to: 2 }), {
    code: 'VALIDATION_ERROR',
  });
  await assert.rejects(replayStream(needs, owner.actor, id, { from: 1, to: 254 }), {
    code: 'VALIDATION_ERROR',
  });
});

test('entries that cannot be read are waited for, unless their time is over', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const streams = await startStreams(t, access);
  const { needs, receiver, record, ship, send, shipped, bodies } = streams;
  await record(owner.actor, 5);
  await ship();
  const { id } = await createStream(needs, owner.actor, {
    name: 'SIEM',
    url: receiver.url,
    from: 1,
  });
  await access.metadata.db.deleteFrom('audit_entries').where('seq', '<=', 3).execute();
  const kept = shipped.splice(0, 3);
  await send();
  assert.deepEqual(
    [receiver.calls.length, (await readStream(needs, owner.actor, id)).lastError],
    [0, "Entry 1 can't be read yet."],
  );
  shipped.unshift(...kept);
  access.clock.advance(5 * SECOND_MS);
  await send();
  assert.deepEqual(numbersOf(bodies()), upTo(5));

  await replayStream(needs, owner.actor, id, { from: 1, to: 5 });
  shipped.splice(0, 3);
  access.clock.advance(LIMITS.audit.retentionDays * DAY_MS - HOUR_MS);
  receiver.calls.length = 0;
  await send();
  assert.deepEqual(numbersOf(bodies()), [4, 5]);
});

test('the deletion of a stream is the last entry it sends, and its name is free', async (t) => {
  const access = await openAccess(t);
  const { id: organization, owner } = await access.newOrganization();
  const { needs, receiver, record, ship, send, bodies } = await startStreams(t, access);
  const draft = { name: 'SIEM', url: receiver.url };
  const { id } = await createStream(needs, owner.actor, draft);
  access.clock.advance(1);
  await deleteStream(needs, owner.actor, id);
  access.clock.advance(1);
  await createStream(needs, owner.actor, { ...draft, url: `${receiver.url}/other` });
  await assert.rejects(readStream(needs, owner.actor, id), { code: 'NOT_FOUND' });
  await assert.rejects(deleteStream(needs, owner.actor, id), { code: 'NOT_FOUND' });
  await record(owner.actor, 3);
  await ship();
  await send();

  const own = bodies().filter(({ stream }) => stream === id);
  assert.deepEqual(
    own.flatMap(({ entries }) => entries.map(({ action }) => action)),
    ['audit_stream.created', 'audit_stream.deleted'],
  );
  const left = await access.metadata.db.selectFrom('audit_streams').select('id').execute();
  assert.ok(!left.some((row) => row.id === id));

  // A receiver that is gone for good does not keep it alive.
  receiver.behave(() => ({ status: 500 }));
  for (const { id: each } of left) await deleteStream(needs, owner.actor, each);
  await ship();
  for (let i = 0; i < 8; i++) {
    await send();
    access.clock.advance(HOUR_MS);
  }
  assert.deepEqual(await access.metadata.db.selectFrom('audit_streams').selectAll().execute(), []);
  assert.equal(
    (await access.auditOf(organization)).filter(({ action }) => action === 'audit_stream.deleted')
      .length,
    2,
  );
});

test('Owners are told after an hour, once until it works again', async (t) => {
  const access = await openAccess(t);
  const { id: organization, owner } = await access.newOrganization();
  await access.join(organization, 'admin');
  const { needs, receiver, ship, send } = await startStreams(t, access);
  const { id } = await createStream(needs, owner.actor, { name: 'SIEM', url: receiver.url });
  const gauges: (() => number | readonly LabelledValue[])[] = [];
  const metrics: Metrics = {
    ...silentMetrics,
    gauge: (_name, _help, read) => void gauges.push(read),
  };
  const { run } = watchStreams({ ...needs, metrics });
  const watch = () => run(new AbortController().signal, { hold: async () => {} });
  const values = () =>
    gauges.map((read) => {
      const value = read();
      return typeof value === 'number' ? value : value[0]?.value;
    });
  receiver.behave(() => ({ status: 500 }));
  await ship();
  await send();
  access.clock.advance(LIMITS.audit.streamTellAfterMs - 1);
  await watch();
  assert.deepEqual([access.mails.length, values()], [0, [3_599.999, 1, 1]]);
  access.clock.advance(1);
  await watch();
  await watch();
  assert.deepEqual(
    access.mails.map(({ to, subject }) => [to, subject]),
    [[owner.email, 'Audit stream failing: SIEM']],
  );
  const reported = (await access.auditOf(organization)).find(
    ({ action }) => action === 'audit_stream.failed',
  );
  assert.deepEqual([reported?.actor, reported?.resource], ['system:audit-streams', id]);

  receiver.behave(() => ({ status: 200 }));
  await changeStream(needs, owner.actor, id, { version: 1, url: `${receiver.url}/mended` });
  await send();
  await watch();
  assert.deepEqual(values(), [0, 0, 0]);
  access.clock.advance(10 * MINUTE_MS);
  assert.deepEqual(values(), [undefined, undefined, undefined], 'another node may count now');
  assert.equal(access.mails.length, 1);
});
