import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccessUnderTest, onBothStores } from '../../../../test/support/open-access.ts';
import { logRecord } from '../../../../test/support/log-records.ts';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import { payloadOf } from '../../../../test/support/ingest/payload-of.ts';
import type { Actor } from '../../../base/actor.ts';
import { organizationId } from '../../../base/ids.ts';
import { createBlockEncoder } from '../../../engines/store/block-encoder.ts';
import { createRowIds } from '../../../engines/store/row-ids.ts';
import type { App } from '../../../http/app.ts';
import { AUDIT_INDEX } from '../../../spec/audit.ts';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import {
  type DeadLetterNeeds,
  discardDeadLetter,
  listDeadLetters,
  replayDeadLetters,
} from './manage-dead-letters.ts';

/** Dead letters by id. */
function lettersOf(access: AccessUnderTest, letters: Map<string, Uint8Array>): DeadLetterNeeds {
  return {
    metadata: access.metadata,
    clock: access.clock,
    queue: {
      listDeadLetters: async () => [],
      replayDeadLetters: async () => 0,
      readDeadLetter: async (_organization, id) => letters.get(id),
      discardDeadLetters: async ({ ids = [] }) => ids.filter((id) => letters.delete(id)).length,
    },
  };
}

function letter(access: AccessUnderTest, index: string, sentBytes: number): Uint8Array {
  const { bytes } = createBlockEncoder(createRowIds(access.clock, 1)).encode([
    logRecord({ index }),
  ]);
  return payloadOf({ block: bytes, sentBytes, acceptedAt: access.clock.now() });
}

onBothStores('replaying is audited, some by their ids and all at once', async (_t, access) => {
  const { id: organization, owner } = await access.newOrganization();
  const asked: unknown[] = [];
  const needs = lettersOf(access, new Map());
  const queue: DeadLetterNeeds['queue'] = {
    ...needs.queue,
    replayDeadLetters: async (filter) => asked.push(filter),
  };

  assert.equal(await replayDeadLetters({ ...needs, queue }, owner.actor, ['4', '7']), 1);
  access.clock.advance(1);
  assert.equal(await replayDeadLetters({ ...needs, queue }, owner.actor, undefined), 2);

  assert.deepEqual(asked, [{ organization, ids: ['4', '7'] }, { organization }]);
  const entries = (await access.auditOf(organization)).map(({ action, resource, details }) => [
    action,
    resource,
    JSON.parse(details) as unknown,
  ]);
  assert.deepEqual(entries, [
    ['dead_letter.replayed', '4,7', { replayed: 1 }],
    ['dead_letter.replayed', 'all', { replayed: 2 }],
  ]);
});

onBothStores('discarding is audited, and entries of the audit log stay', async (_t, access) => {
  const { id: organization, owner } = await access.newOrganization();
  const damaged = payloadOf({ block: new Uint8Array(3), sentBytes: 0, acceptedAt: 0 });
  const letters = new Map([
    ['1', letter(access, 'main', 300)],
    ['2', letter(access, AUDIT_INDEX, 0)],
    ['3', damaged],
  ]);
  const needs = lettersOf(access, letters);

  assert.equal(await discardDeadLetter(needs, owner.actor, '1'), 1);
  for (const id of ['2', '3']) {
    await assert.rejects(discardDeadLetter(needs, owner.actor, id), { code: 'FORBIDDEN' });
  }
  await assert.rejects(discardDeadLetter(needs, owner.actor, '1'), { code: 'NOT_FOUND' });

  assert.deepEqual([...letters.keys()], ['2', '3']);
  const entries = (await access.auditOf(organization)).map(({ action, resource, details }) => [
    action,
    resource,
    JSON.parse(details) as unknown,
  ]);
  assert.deepEqual(entries, [['dead_letter.discarded', '1', { index: 'main', sentBytes: 300 }]]);
});

const LETTER = { events: 2, bytes: 30, reason: 'why', attempts: 5, isSpilled: true };

/** Letters `1` to `count`, of which the first `whole` can be read. */
async function listed(count: number, bodies: readonly string[], limit: number, after?: string) {
  const organization = organizationId('org_a');
  const clock = fakeClock();
  const asked: unknown[] = [];
  const letters = Array.from({ length: count }, (_, i) => ({
    id: `${i + 1}`,
    organization,
    ...LETTER,
  }));
  const payloads = bodies.map((body) => {
    const record = logRecord({ body, timestamp: 5, level: 'warn', source: 'api' });
    const { bytes } = createBlockEncoder(createRowIds(clock, 1)).encode([record]);
    return payloadOf({ block: bytes, sentBytes: 1, acceptedAt: 0 });
  });
  const queue = {
    listDeadLetters: async (filter: unknown, page: { readonly limit: number }) => {
      asked.push([filter, page]);
      return letters.slice(0, page.limit).map((each) => ({ ...each, deadAt: 7 }));
    },
    readDeadLetter: async (_organization: unknown, id: string) => payloads[Number(id) - 1],
  };
  const needs = { queue, clock } as unknown as DeadLetterNeeds;
  const page = { limit, ...(after === undefined ? {} : { after }) };
  const answer = await listDeadLetters(needs, { organization } as Actor, page);
  return { ...answer, asked };
}

test('letters are listed with the beginning of their first event', async () => {
  const { data, nextCursor, asked } = await listed(2, ['first'], 2, '0');

  const facts = { ...LETTER, deadAt: '1970-01-01T00:00:00.007Z' };
  const preview = {
    timestamp: '1970-01-01T00:00:00.005Z',
    index: 'main',
    level: 'warn',
    source: 'api',
    event: 'first',
  };
  assert.deepEqual(data, [
    { id: '1', ...facts, preview },
    { id: '2', ...facts },
  ]);
  assert.equal(nextCursor, null);
  assert.deepEqual(asked, [[{ organization: 'org_a' }, { limit: 3, after: '0' }]]);
});

test('a page ends with the id of its last letter where there are more', async () => {
  const { data, nextCursor } = await listed(3, [], 2);

  assert.deepEqual([data.map(({ id }) => id), nextCursor], [['1', '2'], '2']);
  assert.equal((await listed(0, [], 2)).nextCursor, null);
});

test('500 characters of an event are shown, and none is torn', async () => {
  const eventOf = async (body: string) => (await listed(1, [body], 1)).data[0]?.preview?.event;

  assert.equal(await eventOf('a'.repeat(500)), 'a'.repeat(500));
  assert.equal(await eventOf(`b${'a'.repeat(500)}`), `b${'a'.repeat(499)}`);
  assert.equal(await eventOf('😀'.repeat(600)), '😀'.repeat(500));
});

test('a letter that is gone or unreadable shows nothing, one that others send may be discarded', async () => {
  const clock = fakeClock();
  const audited: unknown[] = [];
  const unreadable = payloadOf({ block: new Uint8Array(3), sentBytes: 1, acceptedAt: 0 });
  const needsFor = (payload: Uint8Array | undefined, discarded: number) =>
    ({
      clock,
      metadata: { transaction: async () => audited.push('audited') },
      queue: { readDeadLetter: async () => payload, discardDeadLetters: async () => discarded },
    }) as unknown as DeadLetterNeeds;
  const actor = { organization: organizationId('org_a') } as Actor;

  assert.equal(await discardDeadLetter(needsFor(unreadable, 1), actor, '1'), 1);
  await assert.rejects(discardDeadLetter(needsFor(unreadable, 0), actor, '1'), {
    code: 'NOT_FOUND',
  });
  assert.equal(audited.length, 2);
  await assert.rejects(discardDeadLetter(needsFor(undefined, 1), actor, '1'), {
    code: 'NOT_FOUND',
  });
  assert.equal(audited.length, 2);
});

test('the endpoints for dead letters hand on what they are asked', async () => {
  const routes: { url: string; handler: (request: unknown) => Promise<unknown> }[] = [];
  const app = { route: (route: (typeof routes)[number]) => routes.push(route) } as unknown as App;
  const asked: unknown[] = [];
  const note = <Answer>(question: unknown, answer: Answer): Answer => {
    asked.push(question);
    return answer;
  };
  const queue = {
    listDeadLetters: async (_: unknown, page: unknown) => note(page, []),
    replayDeadLetters: async (filter: unknown) => note(filter, 4),
    readDeadLetter: async () =>
      payloadOf({ block: new Uint8Array(3), sentBytes: 1, acceptedAt: 0 }),
    discardDeadLetters: async (filter: unknown) => note(filter, 1),
  };
  const metadata = { transaction: async () => {} };
  deadLetterRoutes(app, { queue, metadata, clock: fakeClock() } as unknown as DeadLetterNeeds);
  const actor = { organization: 'org_a' };
  const answers: unknown[] = [];
  const requests = [
    [
      { actor, query: {} },
      { actor, query: { limit: 3, cursor: '9' } },
    ],
    [{ actor, body: { ids: ['1'] } }],
    [{ actor, params: { id: '1' } }],
  ];
  for (const [at, { handler }] of routes.entries()) {
    for (const request of requests[at] ?? []) answers.push(await handler(request));
  }

  const none = { data: [], nextCursor: null };
  assert.deepEqual(answers, [none, none, { data: { replayed: 4 } }, { data: { discarded: 1 } }]);
  assert.deepEqual(asked, [
    { limit: 51 },
    { limit: 4, after: '9' },
    { organization: 'org_a', ids: ['1'] },
    { organization: 'org_a', ids: ['1'] },
  ]);
});
