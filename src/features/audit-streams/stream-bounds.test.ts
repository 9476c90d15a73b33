/** How much one request holds and how long things last, on both sides of each bound. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { startStreams } from '../../../test/support/start-streams.ts';
import { recordAudit } from '../../guard/audit/index.ts';
import { LIMITS } from '../../spec/limits.ts';
import { DAY_MS } from '../../spec/units.ts';
import {
  changeStream,
  createStream,
  deleteStream,
  replayStream,
  testStream,
} from './manage-streams.ts';
import { sendEntries } from './send-entries.ts';

const limits = LIMITS.audit;

async function open(t: TestContext) {
  const access = await openAccess(t);
  const { id: organization, owner } = await access.newOrganization();
  const streams = await startStreams(t, access);
  const draft = { name: 'SIEM', url: streams.receiver.url, from: 1 };
  return { ...streams, access, organization, owner, draft };
}

test('a request has a hundred entries, and fewer when they are large', async (t) => {
  const { access, owner, needs, receiver, record, ship, send, draft, bodies } = await open(t);
  await record(owner.actor, limits.streamEntriesMax + 1);
  await ship();
  await createStream(needs, owner.actor, draft);
  await send();
  assert.deepEqual(
    bodies().map(({ entries }) => entries.length),
    [limits.streamEntriesMax, 1],
  );

  receiver.calls.length = 0;
  const size = Math.floor(limits.streamBytesMax / 3);
  await access.metadata.transaction(async (unit) => {
    for (const length of [size, size, size, limits.streamBytesMax, 1]) {
      access.clock.advance(1);
      const details = { text: 'x'.repeat(length) };
      const event = { action: 'log.exported', resource: 'x', details } as const;
      await recordAudit(unit, owner.actor, event, access.clock.now());
    }
  });
  await ship();
  await send();
  // With the entry about the stream itself; what is larger than a request goes alone.
  assert.deepEqual(
    bodies().map(({ entries }) => entries.length),
    [3, 1, 1, 1],
  );
});

test('a request may take so long, and a node has so many under way', async (t) => {
  const { owner, needs, ship, draft } = await open(t);
  const asked: (number | undefined)[] = [];
  const slow = {
    ...needs,
    outbound: {
      check() {},
      send: async ({ totalMsMax }: { readonly totalMsMax?: number }) => {
        asked.push(totalMsMax);
        return { status: 200, headers: {}, body: new Uint8Array() };
      },
    },
  };
  const { id } = await createStream(slow, owner.actor, draft);
  await ship();
  await testStream(slow, owner.actor, id, new AbortController().signal);
  assert.deepEqual(asked, [limits.streamSendMsMax]);
  assert.equal(sendEntries(needs).placesMax, limits.streamsPerNode);
});

test('entries stay at hand for a week where there is a stream, else for a day', async (t) => {
  const { access, owner, needs, record, ship, tidy, draft } = await open(t);
  const other = await access.newOrganization();
  await createStream(needs, owner.actor, draft);
  await record(other.owner.actor, 1);
  await ship();
  const left = async (ms: number) => {
    access.clock.advance(ms);
    await tidy();
    return (await access.metadata.db.selectFrom('audit_entries').select('id').execute()).length;
  };
  assert.equal(await left(DAY_MS), 2);
  assert.equal(await left(1), 1);
  assert.equal(await left(limits.streamQuickMsMax - DAY_MS - 1), 1);
  assert.equal(await left(1), 0);
});

test('a deleted stream tries for an hour to deliver its end, a disabled one not at all', async (t) => {
  const { access, owner, needs, receiver, ship, send, draft } = await open(t);
  const { id } = await createStream(needs, owner.actor, draft);
  const count = async () =>
    (await access.metadata.db.selectFrom('audit_streams').select('id').execute()).length;
  receiver.behave(() => ({ status: 500 }));
  await deleteStream(needs, owner.actor, id);
  await ship();
  await send();
  const due = () => access.metadata.db.updateTable('audit_streams').set({ due_at: 0 }).execute();
  access.clock.advance(limits.streamEndMsMax - 1);
  await due();
  await send();
  assert.equal(await count(), 1);
  access.clock.advance(1);
  await due();
  await send();
  assert.equal(await count(), 0);

  const another = await createStream(needs, owner.actor, { ...draft, name: 'another' });
  const { version } = await changeStream(needs, owner.actor, another.id, {
    version: 1,
    enabled: false,
  });
  assert.equal(version, 2);
  await deleteStream(needs, owner.actor, another.id);
  assert.equal(await count(), 0);
});

test('what people do with a stream is recorded', async (t) => {
  const { access, organization, owner, needs, ship, draft } = await open(t);
  const { id } = await createStream(needs, owner.actor, draft);
  await ship();
  const { signal } = new AbortController();
  const did: (() => Promise<unknown>)[] = [
    () => changeStream(needs, owner.actor, id, { version: 1, name: 'other' }),
    () => testStream(needs, owner.actor, id, signal),
    () => replayStream(needs, owner.actor, id, { from: 1, to: 1 }),
  ];
  for (const act of did) {
    access.clock.advance(1);
    await act();
  }
  assert.deepEqual(
    (await access.auditOf(organization)).slice(1).map((row) => `${row.action} ${row.details}`),
    [
      `audit_stream.updated {"name":"other","changed":["name"],"changes":[{"field":"name","before":"${draft.name}","after":"other"}]}`,
      'audit_stream.tested {"name":"other","error":null}',
      'audit_stream.replayed {"name":"other","from":1,"to":1}',
    ],
  );
});
