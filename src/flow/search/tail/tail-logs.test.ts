import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import { createBlockEncoder } from '../../../engines/store/block-encoder.ts';
import { createRowIds } from '../../../engines/store/row-ids.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import {
  changeMemberRole,
  createAccessToken,
  createApiKey,
  revokeApiKey,
} from '../../../../test/support/guard/credentials.ts';
import { listen } from '../../../http/listen.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { DAY_MS, SECOND_MS } from '../../../spec/units.ts';
import { logRecord } from '../../../../test/support/log-records.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { tailRoutes } from './tail-routes.ts';

const store = await openTestStore();

type TailLimits = Partial<Record<keyof (typeof LIMITS)['tail'], number>>;

type Ask = LogStore['query'];

async function start(t: TestContext, tail: TailLimits = {}, ask?: Ask) {
  const limits = { ...LIMITS, tail: { ...LIMITS.tail, pollMs: 50, ...tail } };
  const search = await startSearch(
    t,
    store,
    (app, needs, authenticate) =>
      tailRoutes(app, {
        ...needs,
        authenticate,
        store: ask === undefined ? store : { ...store, query: ask },
      }),
    { limits },
  );
  const organization = await search.access.newOrganization();
  const key = await search.access.newKey(organization.owner);
  const port = await listen(search.app, { host: '127.0.0.1', port: 0 });
  const open = (query: Readonly<Record<string, string>> = {}, headers = {}, as = key) =>
    follow(
      t,
      `http://127.0.0.1:${port}/api/v1/logs/tail?${new URLSearchParams(query).toString()}`,
      {
        authorization: `Bearer ${as}`,
        ...headers,
      },
    );
  return { ...search, organization, key, open };
}

interface Message {
  readonly id?: string;
  readonly event?: string;
  readonly data?: unknown;
}

/** Reads server-sent events as they come. */
async function follow(t: TestContext, url: string, headers: Record<string, string>) {
  const leaving = new AbortController();
  t.after(() => leaving.abort());
  const answer = await fetch(url, { headers, signal: leaving.signal });
  const messages: Message[] = [];
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of answer.body ?? []) {
      const piece = decoder.decode(chunk as Uint8Array, { stream: true });
      text += piece;
      const parts = (rest + piece).split('\n\n');
      rest = parts.pop() ?? '';
      messages.push(...parts.map(readMessage).filter((each) => 'data' in each));
    }
  })().catch(() => {});
  return {
    answer,
    messages,
    ended,
    text: () => text,
    leave: () => leaving.abort(),
    /** Waits for so many messages, and a little longer for more than there should be. */
    take: async (count: number): Promise<Message[]> => {
      for (let i = 0; i < 1_500 && messages.length < count; i++) await sleep(20);
      await sleep(150);
      return messages;
    },
  };
}

function readMessage(text: string): Message {
  const lines = text.split('\n').map((line) => line.split(/: ?(.*)/s, 2));
  const message = Object.fromEntries(lines.filter(([name]) => name !== '')) as Record<
    string,
    string
  >;
  const { data, ...rest } = message;
  return data === undefined ? rest : { ...rest, data: JSON.parse(data) as unknown };
}

function bodies(messages: readonly Message[]): unknown[] {
  return messages.map(({ event, data }) => event ?? (data as { event: string }).event);
}

test('events appear as they arrive, each once, and only those of the search and the organization', async (t) => {
  const { access, organization, write, open } = await start(t);
  const other = await access.newOrganization();
  await write(organization.id, [{ agoMs: SECOND_MS, body: 'before' }]);
  access.clock.advance(SECOND_MS);

  const { answer, take } = await open({ query: 'level=error' });
  const [first] = await write(organization.id, [
    { body: 'one', level: 'error', fields: { service: 'pay' } },
    { body: 'quiet', level: 'info' },
  ]);
  await write(other.id, [{ body: 'theirs', level: 'error' }]);
  await take(1);
  await write(organization.id, [
    { body: 'two', level: 'error', agoMs: 60 * SECOND_MS },
    { body: 'too old', level: 'error', agoMs: LIMITS.tail.ageMsMax + 1 },
    { body: 'three', level: 'error' },
  ]);

  const messages = await take(3);

  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.deepEqual(bodies(messages), ['one', 'two', 'three']);
  assert.deepEqual(messages[0], {
    id: first,
    data: {
      _time: '2026-01-15T12:00:01.000Z',
      _id: first,
      _index: 'main',
      event: 'one',
      level: 'error',
      source: 'test',
      service: 'pay',
    },
  });
});

test('a tail goes on behind the last event that was seen', async (t) => {
  const { organization, write, open } = await start(t);
  const first = await open();
  await write(organization.id, [{ body: 'one' }, { body: 'two' }]);
  const seen = await first.take(2);
  first.leave();
  await write(organization.id, [{ body: 'three' }, { body: 'four' }]);

  const lastEventId = seen.at(-1)?.id ?? '';
  const second = await open({}, { 'last-event-id': lastEventId });
  const third = await open({ lastEventId });

  assert.deepEqual(bodies(await second.take(2)), ['three', 'four']);
  assert.deepEqual(bodies(await third.take(2)), ['three', 'four']);
});

test('an event that is stored late is still shown, and does not turn the position back', async (t) => {
  const { access, organization, write, open } = await start(t);
  const early = lateBlock(access.clock, organization.id, 'late');
  const { take } = await open();
  access.clock.advance(LIMITS.tail.overlapMs - 1);
  const [newest] = await write(organization.id, [{ body: 'first seen' }]);
  await take(1);

  await store.insert({ token: randomUUID(), blocks: [early], events: 1 });
  const messages = await take(2);

  assert.deepEqual(bodies(messages), ['first seen', 'late']);
  assert.deepEqual(
    messages.map(({ id }) => id),
    [newest, newest],
  );
});

test('an event that is stored too late is not shown any more', async (t) => {
  const { access, organization, write, open } = await start(t);
  const early = lateBlock(access.clock, organization.id, 'too late');
  const { take } = await open();
  access.clock.advance(LIMITS.tail.overlapMs + 1);
  await write(organization.id, [{ body: 'first seen' }]);
  await take(1);

  await store.insert({ token: randomUUID(), blocks: [early], events: 1 });
  await write(organization.id, [{ body: 'second' }]);

  assert.deepEqual(bodies(await take(2)), ['first seen', 'second']);
});

/** An event that has its id and is not stored yet. */
function lateBlock(clock: Clock, organization: OrganizationId, body: string): Uint8Array {
  const now = clock.now();
  const retentionDays = LIMITS.indexes.retentionDaysMax;
  const record = logRecord({ organization, timestamp: now, receivedAt: now, retentionDays, body });
  return createBlockEncoder(createRowIds(clock, 7)).encode([record]).bytes;
}

test('a store that is away for a moment is waited for, and not for ever', async (t) => {
  let isAway = false;
  const timeouts = new Set<number | undefined>();
  const ask: Ask = async (statement, options) => {
    timeouts.add(options?.timeoutMs);
    if (isAway) throw new AppError('STORAGE_UNAVAILABLE', 'away');
    return store.query(statement, options);
  };
  const { organization, write, open } = await start(t, { pollFailuresMax: 20 }, ask);
  const { take, ended, messages } = await open();
  await write(organization.id, [{ body: 'one' }]);
  await take(1);
  isAway = true;
  await write(organization.id, [{ body: 'two' }]);
  await sleep(200);
  isAway = false;
  await take(2);
  isAway = true;
  await ended;

  assert.deepEqual(bodies(messages), ['one', 'two', 'end']);
  assert.deepEqual(messages.at(-1)?.data, { reason: 'storage' });
  assert.deepEqual([...timeouts], [LIMITS.tail.pollTimeoutMs]);
});

test('more than a connection takes is dropped, and said to be', async (t) => {
  const { organization, write, open } = await start(t, { eventsPerPollMax: 3 });
  const { take } = await open();

  await write(
    organization.id,
    [1, 2, 3, 4, 5, 6, 7].map((i) => ({ body: `event ${i}` })),
  );
  await take(4);
  await write(organization.id, [{ body: 'event 8' }]);
  const messages = await take(5);

  assert.deepEqual(bodies(messages), ['dropped', 'event 5', 'event 6', 'event 7', 'event 8']);
  assert.deepEqual(messages[0], { event: 'dropped', data: { count: 4 } });
});

test('a long text is cut, and marked', async (t) => {
  const { organization, write, open } = await start(t, { bodyCharactersMax: 4 });
  const { take } = await open();
  await write(organization.id, [{ body: 'ä€😀xyz' }, { body: 'abcd' }]);

  const messages = await take(2);

  assert.deepEqual(bodies(messages), ['ä€😀x', 'abcd']);
  assert.deepEqual(
    messages.map(({ data }) => (data as Record<string, unknown>)['_truncated']),
    ['event', undefined],
  );
});

test('a silent tail shows that it is alive, and ends after its time', async (t) => {
  const { open } = await start(t, { heartbeatMs: 60, connectionMsMax: 600 });

  const { text, ended, messages } = await open();
  await ended;

  assert.ok(text().startsWith(`retry: ${LIMITS.tail.retryMs}\n\n: alive\n\n`), text());
  assert.deepEqual(messages, [{ event: 'end', data: { reason: 'time' } }]);
});

test('a tail ends with its credential', async (t) => {
  const { access, organization, open } = await start(t, { recheckMs: 100 });
  const draft = { name: 'short-lived', scope: 'read-only' } as const;
  const { id, value } = await createApiKey(access.needs, organization.owner.actor, draft);
  const { ended, messages } = await open({}, {}, value);

  await revokeApiKey(access.needs, organization.owner.actor, id);
  await ended;

  assert.deepEqual(messages, [{ event: 'end', data: { reason: 'access' } }]);
});

test('a tail of the audit log ends with the right to read it', async (t) => {
  const { access, organization, open, write } = await start(t, { recheckMs: 100 });
  const { id, owner } = organization;
  const admin = await access.join(id, 'admin');
  const tokenOf = async ({ actor }: typeof admin) => {
    const expiresAt = new Date(access.clock.now() + DAY_MS).toISOString();
    const draft = { name: 'tail', scopes: ['search:read' as const], expiresAt };
    return (await createAccessToken(access.needs, actor, draft)).value;
  };
  const token = await tokenOf(admin);
  const audit = await open({ query: 'index=_audit' }, {}, token);
  const own = await open({ query: 'index=_audit' }, {}, await tokenOf(owner));
  const logs = await open({}, {}, token);

  await changeMemberRole(access.needs, owner.actor, admin.memberId, 'member');
  await audit.ended;
  await write(id, [{ agoMs: 0, index: '_audit', body: 'after' }]);
  for (let tries = 0; tries < 200 && own.messages.length === 0; tries += 1) await sleep(50);

  assert.deepEqual(audit.messages, [{ event: 'end', data: { reason: 'access' } }]);
  // What the new role may read goes on, and so does everybody else's.
  assert.equal(own.messages.length, 1);
  assert.deepEqual(
    logs.messages.filter(({ event }) => event === 'end'),
    [],
  );
});

test('a tail ends when the server stops', async (t) => {
  const { app, open } = await start(t);
  const { ended, messages } = await open();

  await app.close();
  await ended;

  assert.deepEqual(messages, [{ event: 'end', data: { reason: 'closing' } }]);
});

test('an organization has so many tails, and one that leaves makes room', async (t) => {
  const { open } = await start(t, { perOrganizationMax: 2 });
  const first = await open();
  await open();

  const refused = await open();
  first.leave();
  await sleep(200);
  const next = await open();

  assert.deepEqual([refused.answer.status, next.answer.status], [429, 200]);
  assert.match(refused.text(), /QUERY_SLOTS_BUSY/);
});

test('what cannot be followed is refused before the stream begins', async (t) => {
  const { open } = await start(t, { perOrganizationMax: 1 });
  const wrong: Record<string, string>[] = [
    { query: 'a | stats count' },
    { query: '| makeresults' },
    { query: 'earliest=-1h error' },
    { query: '(' },
    { query: 'index=nowhere' },
    { lastEventId: 'x' },
  ];

  for (const query of wrong) {
    const { answer, ended } = await open(query);
    await ended;
    assert.equal(answer.status, 400, JSON.stringify(query));
  }

  assert.equal((await open()).answer.status, 200, 'none of them has kept its place');
});
