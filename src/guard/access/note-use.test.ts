import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import {
  accessOn,
  onBothStores,
  openAccess,
  type AccessUnderTest,
} from '../../../test/support/open-access.ts';
import { fakeClock } from '../../../test/support/fake-clock.ts';
import { startAccess } from '../../../test/support/start-access.ts';
import { silentLog } from '../../base/log.ts';
import { createAccessToken } from './credentials/access-tokens.ts';
import { createApiKey } from './credentials/create-api-key.ts';
import { findCredential, type KnownCredential } from './credentials/find-credential.ts';
import { createUseNotes } from './note-use.ts';

const MINUTE = 60_000;
const origin = { ipAddress: '192.0.2.9', userAgent: 'vector/1' };

/** Notes are written beside the answer; this waits for one. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let wait = 0; wait < 10_000; wait++) {
    if (await condition()) return;
    await sleep(2);
  }
  assert.fail('it did not happen');
}

async function keyRow(access: AccessUnderTest, id: string) {
  return access.metadata.db
    .selectFrom('api_keys')
    .select(['first_used_at', 'last_used_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

onBothStores(
  'the first use of a key is told once, however many requests come at once',
  async (t, access) => {
    const { id, owner } = await access.newOrganization();
    const draft = { name: 'Vector', scope: 'full-access' } as const;
    const key = await createApiKey(access.needs, owner.actor, draft);
    // Two nodes, each with its own memory of what it has noted.
    const one = startAccess(t, access);
    const other = startAccess(t, await accessOn(t, access.metadata));

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 === 0 ? one : other).call('GET /api/v1/roles', { as: key.value }),
      ),
    );
    assert.ok(answers.every((answer) => answer.status === 200));
    await until(async () => (await keyRow(access, key.id)).first_used_at !== null);
    await sleep(50);

    const entries = (await access.auditOf(id)).filter(({ action }) => action === 'api_key.used');
    assert.equal(entries.length, 1);
    const [entry] = entries;
    assert.deepEqual(
      [entry?.actor, entry?.resource, entry?.ip_address, entry?.user_agent, entry?.details],
      [key.id, key.id, '192.0.2.1', 'test/1.0', '{"name":"Vector"}'],
    );
  },
);

test('the last use is exact to a minute, and costs one write in that time', async (t) => {
  const access = await openAccess(t);
  const { owner } = await access.newOrganization();
  const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'full-access' });
  const draft = { name: 't', scopes: ['search:read' as const] };
  const token = await createAccessToken(access.needs, owner.actor, draft);
  let writes = 0;
  const note = createUseNotes({
    clock: access.clock,
    log: silentLog,
    metadata: {
      db: access.metadata.db,
      transaction: async (work) => {
        writes += 1;
        return access.metadata.transaction(work);
      },
    },
  });
  const known = await findCredential(access.needs, key.value);
  const first = access.clock.now();

  for (let use = 0; use < 100; use++) note(known, origin);
  await until(async () => (await keyRow(access, key.id)).last_used_at === first);
  access.clock.advance(MINUTE - 1);
  note(known, origin);
  assert.equal(writes, 1);
  access.clock.advance(1);
  note(known, origin);
  await until(async () => (await keyRow(access, key.id)).last_used_at === first + MINUTE);
  assert.equal((await keyRow(access, key.id)).first_used_at, first);

  note(await findCredential(access.needs, token.value), origin);
  const { db } = access.metadata;
  await until(async () => {
    const row = await db.selectFrom('access_tokens').select('last_used_at').executeTakeFirst();
    return row?.last_used_at === access.clock.now();
  });
});

test('a note that fails is tried again a little later, not by every request', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'read-only' });
  let isBroken = true;
  let tries = 0;
  const note = createUseNotes({
    clock: access.clock,
    log: silentLog,
    metadata: {
      db: access.metadata.db,
      transaction: async (work) => {
        tries += 1;
        if (isBroken) throw new Error('the store is away');
        return access.metadata.transaction(work);
      },
    },
  });
  const known = await findCredential(access.needs, key.value);

  note(known, origin);
  await sleep(5);
  for (let use = 0; use < 100; use++) note(known, origin);
  assert.equal(tries, 1);
  isBroken = false;
  access.clock.advance(5_000);
  note(known, origin);

  await until(async () =>
    (await access.auditOf(id)).some(({ action }) => action === 'api_key.used'),
  );
});

test('ten thousand credentials are remembered; one more, and all are noted anew', () => {
  let writes = 0;
  const transaction = async <T>(): Promise<T> => {
    writes += 1;
    return undefined as T;
  };
  const metadata = { transaction } as unknown as AccessUnderTest['metadata'];
  const note = createUseNotes({ clock: fakeClock(), log: silentLog, metadata });
  const use = (id: number) => note({ kind: 'api_key', id: `key_${id}` } as KnownCredential, origin);

  for (let id = 0; id < 10_000; id++) use(id);
  use(0);
  assert.equal(writes, 10_000);
  use(10_000);
  use(0);
  assert.equal(writes, 10_002);
});

test('the first use is told to every node, and only while it is not known to be used', async (t) => {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const key = await createApiKey(access.needs, owner.actor, { name: 'k', scope: 'read-only' });
  const known = await findCredential(access.needs, key.value);
  assert.equal(known.kind, 'api_key');
  const heard: string[] = [];
  const hearing = await access.metadata.listen('access', {
    onMessage: (subject) => void heard.push(subject),
    onGap: () => {},
  });
  t.after(() => hearing[Symbol.asyncDispose]());
  const newNotes = () => createUseNotes({ ...access, log: silentLog });
  const actions = async () => (await access.auditOf(id)).map(({ action }) => action);

  newNotes()({ ...known, isUsed: true }, origin);
  await until(async () => (await keyRow(access, key.id)).last_used_at !== null);
  assert.equal((await keyRow(access, key.id)).first_used_at, null);
  assert.deepEqual(await actions(), ['api_key.created']);
  assert.deepEqual(heard, []);

  newNotes()(known, origin);
  await until(async () => heard.length > 0);
  assert.deepEqual(heard, [id]);
  assert.deepEqual(await actions(), ['api_key.created', 'api_key.used']);
});
