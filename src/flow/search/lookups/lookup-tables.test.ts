/** How lookup tables are kept and opened, on a metadata store alone. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { AppError } from '../../../base/errors.ts';
import type { LookupUse } from '../compile/context.ts';
import { openLookupTables, type Seen } from './lookup-tables.ts';
import {
  deleteLookup,
  exportLookup,
  listLookups,
  readLookup,
  replaceLookup,
} from './manage-lookups.ts';
import { openKnownLookup, requireMayWrite } from './use-lookups.ts';

const content = (...services: readonly string[]) => ({
  columns: ['service', 'team'],
  lists: [services, services.map((name) => `team of ${name}`)],
});

async function start(t: TestContext, perOrganizationMax = 2) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id: organization, owner } = await access.newOrganization();
  const other = await access.newOrganization();
  const limits = { ...LIMITS, lookups: { ...LIMITS.lookups, perOrganizationMax } };
  const lookups = openLookupTables({ metadata, clock, limits });
  const needs = { metadata, clock, limits, lookups };
  const keep = (name: string, services: readonly string[], seen: Seen = 'anything') =>
    lookups.keep(owner.actor, name, content(...services), { seen, origin: 'upload' });
  const bytesCounted = async (): Promise<number> => {
    const days = await metadata.db.selectFrom('usage_days').select('bytes').execute();
    return days.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  };
  const audit = async () =>
    (await access.auditOf(organization)).map(({ action, resource, details }) => [
      action,
      resource,
      JSON.parse(details) as unknown,
    ]);
  return { ...access, organization, owner, other, lookups, needs, keep, bytesCounted, audit };
}

test('a table is made, replaced and shown with its version, size and times', async (t) => {
  const { keep, clock, needs, owner, other, bytesCounted, audit } = await start(t);
  const madeAt = clock.now();

  await keep('teams', ['auth', 'cart']);
  clock.advance(1_000);
  await keep('teams', ['auth']);

  const shown = {
    name: 'teams',
    columns: ['service', 'team'],
    rows: 1,
    bytes: 31,
    version: 2,
    isFromSearch: false,
    createdAt: new Date(madeAt).toISOString(),
    updatedAt: new Date(madeAt + 1_000).toISOString(),
    updatedBy: owner.email,
  };
  assert.deepEqual(await listLookups(needs, owner.actor), [shown]);
  assert.deepEqual(await listLookups(needs, other.owner.actor), []);
  assert.deepEqual(await readLookup(needs, owner.actor, 'teams', 5), {
    ...shown,
    firstRows: [['auth', 'team of auth']],
  });
  assert.deepEqual((await readLookup(needs, owner.actor, 'teams', 0)).firstRows, []);
  assert.equal(await bytesCounted(), 49, 'only growth counts');
  assert.deepEqual(await audit(), [
    [
      'lookup_table.created',
      'teams',
      {
        version: 1,
        rows: 2,
        changes: [
          { field: 'columns', after: ['service', 'team'] },
          { field: 'rows', after: 2 },
          { field: 'bytes', after: 49 },
        ],
      },
    ],
    [
      'lookup_table.updated',
      'teams',
      {
        version: 2,
        rows: 1,
        changed: ['rows', 'bytes'],
        changes: [
          { field: 'rows', before: 2, after: 1 },
          { field: 'bytes', before: 49, after: 31 },
        ],
      },
    ],
  ]);
});

const SEEN: readonly (readonly [what: string, seen: Seen, isKept: boolean])[] = [
  ['anything', 'anything', true],
  ['nothing', 'nothing', false],
  ['its version', { version: 1 }, true],
  ['an older version', { version: 0 }, false],
  ['its version and id', { id: 'same', version: 1 }, true],
  ['its version of another table', { id: 'lkp_other', version: 1 }, false],
  ['another version of its id', { id: 'same', version: 2 }, false],
];

test('a table is replaced only when it is what the caller has seen', async (t) => {
  const { keep, needs, owner } = await start(t);
  for (const [what, seen, isKept] of SEEN) {
    const { id } = await keep('teams', ['auth']);
    const asked =
      typeof seen === 'object' && 'id' in seen && seen.id === 'same' ? { ...seen, id } : seen;
    const kept = keep('teams', ['cart'], asked);

    if (isKept) await kept;
    else {
      await assert.rejects(
        kept,
        {
          code: 'CONFLICT',
          message:
            'The lookup table was changed by someone else and is now at version 1. Reload it and try again.',
        },
        what,
      );
    }
    await deleteLookup(needs, owner.actor, 'teams');
  }
  await assert.rejects(keep('teams', ['auth'], { version: 1 }), {
    message:
      'The lookup table was changed by someone else and is now at version 0. Reload it and try again.',
  });
  assert.equal((await keep('teams', ['auth'], 'nothing')).version, 1);
});

test('an organization has so many tables, and those it has can still be changed', async (t) => {
  const { keep, lookups, organization, other } = await start(t);
  await keep('b', ['auth']);
  await keep('a', ['auth']);

  await assert.rejects(keep('c', ['auth']), {
    code: 'CONFLICT',
    message: 'An organization can have at most 2 lookup tables. Delete one you no longer need.',
  });
  assert.equal((await keep('a', ['cart'])).version, 2);
  await lookups.keep(other.owner.actor, 'c', content('auth'), {
    seen: 'nothing',
    origin: 'upload',
  });
  assert.deepEqual(await lookups.names(organization), ['a', 'b']);
});

test('a table is opened as it is now, and read once for each version', async (t) => {
  const { keep, lookups, organization, other } = await start(t);
  await keep('teams', ['auth']);

  const first = await lookups.open(organization, 'teams');
  const again = await lookups.open(organization, 'teams');
  await keep('teams', ['cart', '']);
  const second = await lookups.open(organization, 'teams');

  assert.equal(first?.content, again?.content);
  assert.deepEqual(first?.content, content('auth'));
  assert.deepEqual(second?.content, content('cart', ''));
  assert.deepEqual([first?.seen.version, second?.seen.version], [1, 2]);
  assert.equal(await lookups.open(organization, 'unknown'), undefined);
  assert.equal(await lookups.open(other.id, 'teams'), undefined);
});

test('a table is deleted with its version in the audit log, and only by its organization', async (t) => {
  const { keep, needs, owner, other, audit } = await start(t);
  await keep('teams', ['auth']);
  await keep('teams', ['cart']);
  await keep('kept', ['cart']);

  await assert.rejects(deleteLookup(needs, other.owner.actor, 'teams'), { code: 'NOT_FOUND' });
  await deleteLookup(needs, owner.actor, 'teams');

  assert.deepEqual((await audit()).at(-1), ['lookup_table.deleted', 'teams', { version: 2 }]);
  assert.deepEqual(
    (await listLookups(needs, owner.actor)).map(({ name }) => name),
    ['kept'],
  );
  for (const missing of [
    deleteLookup(needs, owner.actor, 'teams'),
    readLookup(needs, owner.actor, 'teams', 1),
    exportLookup(needs, owner.actor, 'teams', 'escaped'),
  ]) {
    await assert.rejects(missing, { code: 'NOT_FOUND' });
  }
});

test('an upload is read as its media type says, for the version that was seen', async (t) => {
  const { needs, owner } = await start(t);
  const put = (body: string, mediaType: string | undefined, version?: number) =>
    replaceLookup(needs, owner.actor, 'teams', {
      body: Buffer.from(body),
      mediaType,
      version,
      cells: 'escaped',
    });

  assert.equal((await put('service\nauth\n', 'text/csv', 0)).version, 1);
  await assert.rejects(put('service\nauth\n', 'application/csv', 0), { code: 'CONFLICT' });
  assert.equal((await put('service\nauth\n', 'application/csv', 1)).version, 2);
  for (const type of ['application/x-ndjson', 'application/ndjson', 'application/jsonl']) {
    assert.deepEqual((await put('{"line":"a"}\n', type)).columns, ['line']);
  }
  for (const type of ['application/json', undefined, 'text/plain']) {
    await assert.rejects(put('a\n', type), {
      code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE',
      message: 'Send the table as text/csv or application/x-ndjson.',
    });
  }
  assert.equal(
    [...(await exportLookup(needs, owner.actor, 'teams', 'escaped'))].join('').replaceAll('\r', ''),
    'line\na\n',
  );
});

test('a name that is nearly right is suggested', async (t) => {
  const { keep, needs, owner } = await start(t);
  await keep('teams', ['auth']);
  const stage = (table: string) => ({ table, start: 2, end: 9 }) as unknown as LookupUse;

  assert.equal((await openKnownLookup(needs, owner.actor, stage('teams'))).name, 'teams');
  await assert.rejects(openKnownLookup(needs, owner.actor, stage('tems')), {
    message: 'No such lookup table: “tems”. Did you mean “teams”?',
  });
  await assert.rejects(openKnownLookup(needs, owner.actor, stage('something else')), {
    message: 'No such lookup table: “something else”.',
  });
});

test('a search writes a table only when it was sent to, by somebody who may, under a good name', async (t) => {
  const started = await start(t);
  const { owner } = started;
  const viewer = await started.join(started.organization, 'viewer');
  const write = (actor: typeof owner.actor, mayWrite: boolean, table: string) => (): void =>
    requireMayWrite(actor, mayWrite, { kind: 'outputlookup', table, start: 0, end: 1 } as never);
  const key = { ...viewer.actor, who: { kind: 'api_key', id: 'key_1', name: 'k' } } as const;

  assert.doesNotThrow(write(owner.actor, true, 'teams-2_x'));
  assert.throws(write(owner.actor, true, 'Teams'), {
    message: 'A lookup table name can only contain lower-case letters, digits, `_` and `-`.',
  });
  assert.throws(write(owner.actor, false, 'teams'), {
    message: '`outputlookup` writes data and requires a search sent with POST.',
  });
  assert.throws(write(viewer.actor, true, 'teams'), {
    code: 'FORBIDDEN',
    message: '`outputlookup` requires the permission lookups:write.',
  });
  assert.throws(
    write(key, true, 'teams'),
    (error) => error instanceof AppError && error.code === 'INSUFFICIENT_SCOPE',
  );
});
