/** Lists, limits, other organizations, and what Owners hear: the rest of what a directory meets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../../../../test/support/guard/organization-clients.ts';
import { CONNECTIONS, membersOf } from '../../../../test/support/identity/start-connections.ts';
import { startDirectory } from '../../../../test/support/identity/start-directory.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import { warnOfEnd } from './warn-of-end.ts';

test('another organization has no such user or group', async (t) => {
  const { operator, newToken, callAs, provision, call } = await startDirectory(t);
  const theirs = await newToken(operator);
  const id = await provision('ada@acme.com');
  const group = String((await call('POST', '/Groups', { displayName: 'Devs' })).body['id']);

  for (const path of [`/Users/${id}`, `/Groups/${group}`]) {
    assert.equal((await callAs(theirs.value, 'GET', path)).status, 404);
    assert.equal((await callAs(theirs.value, 'DELETE', path)).status, 404);
    const body = { userName: 'x@acme.com', displayName: 'x' };
    assert.equal((await callAs(theirs.value, 'PUT', path, body)).status, 404);
  }
  assert.equal((await callAs(theirs.value, 'GET', '/Users')).body['totalResults'], 0);
  const added = await callAs(theirs.value, 'POST', '/Groups', {
    displayName: 'Mine',
    members: [{ value: id }],
  });
  assert.equal(added.status, 400);
  const claimed = await callAs(theirs.value, 'POST', '/Users', { userName: 'ada@acme.com' });
  assert.equal(claimed.status, 400, 'the domain is verified by somebody else');
});

test('lists are filtered and paged, and what is not supported is refused by name', async (t) => {
  const { provision, call } = await startDirectory(t);
  for (const name of ['a', 'b', 'c']) {
    await provision(`${name}@acme.com`, { externalId: `x-${name}` });
  }
  const find = async (filter: string) =>
    (await call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body;

  assert.equal((await find('userName eq "B@ACME.com"'))['totalResults'], 1);
  assert.equal((await find('username Eq "b@acme.com" and active eq true'))['totalResults'], 1);
  assert.equal((await find('externalId eq "x-c"'))['totalResults'], 1);
  // Entra ID looks for somebody who can't exist, and expects an empty list.
  const nobody = await find('userName eq "5ac9c3e2-2d4b-4f4c-9c77-0e3a52a3bb56"');
  assert.deepEqual([nobody['totalResults'], nobody['Resources']], [0, []]);
  const page = (await call('GET', '/Users?startIndex=2&count=1')).body;
  assert.deepEqual([page['totalResults'], page['startIndex'], page['itemsPerPage']], [3, 2, 1]);
  assert.equal((await call('GET', '/Users?count=0')).body['itemsPerPage'], 0);
  for (const filter of [
    'userName co "a"',
    'title eq "x"',
    'userName eq "a" or active eq true',
    'userName eq a',
    'userName',
    `userName eq "' or 1=1 --`,
  ]) {
    const body = await find(filter);
    assert.deepEqual([body['status'], body['scimType']], ['400', 'invalidFilter'], filter);
  }
  for (const path of ['/ServiceProviderConfig', '/ResourceTypes', '/Schemas']) {
    assert.equal((await call('GET', path)).status, 200, path);
  }
  assert.equal((await call('GET', '/Nothing')).status, 404);
});

test('another role map gives other roles to the users of the directory', async (t) => {
  const { app, organization, owner, create, provision, call } = await startDirectory(t);
  const ada = await provision('ada@acme.com');
  await call('POST', '/Groups', { displayName: 'Devs', members: [{ value: ada }] });
  const roleOfAda = async () =>
    (await membersOf(app, organization)).find(({ email }) => email === 'ada@acme.com')?.role;
  const connection = await create(owner, { roleMap: [{ group: 'Devs', role: 'member' }] });
  assert.equal(await roleOfAda(), 'member');
  const one = `${CONNECTIONS}/${connection.id}`;
  await ask(owner, 'PATCH', one, { roleMap: [{ group: 'Devs', role: 'admin' }] });
  assert.equal(await roleOfAda(), 'admin');
});

test('Owners hear that a token ends, 30, 7 and 1 days before', async (t) => {
  const { app, needs } = await startDirectory(t);
  const warned = async (days: number) => {
    const before = (await app.mailsTo('olga@example.com')).length;
    const end = { expires_at: Date.now() + days * DAY_MS };
    await app.metadata.db.updateTable('scim_tokens').set(end).execute();
    await warnOfEnd(needs);
    await warnOfEnd(needs);
    return (await app.mailsTo('olga@example.com')).length - before;
  };
  assert.deepEqual([await warned(31), await warned(29), await warned(8)], [0, 1, 0]);
  assert.deepEqual([await warned(6), await warned(0.5), await warned(0.4)], [1, 1, 0]);
});

test('each limit of a directory holds, just below and above it', async (t) => {
  const { app, call, provision, patch, organization } = await startDirectory(t);
  const limits = LIMITS.identity;
  const id = await provision('ada@acme.com');
  const emails = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ value: `ada${i}@acme.com` }));
  const put = async (count: number) =>
    (await call('PUT', `/Users/${id}`, { userName: 'ada@acme.com', emails: emails(count) })).status;
  assert.deepEqual(
    [await put(limits.directoryEmailsMax), await put(limits.directoryEmailsMax + 1)],
    [200, 400],
  );
  const operations = async (count: number) =>
    (await patch(`/Users/${id}`, ...Array.from({ length: count }, () => NAMED))).status;
  assert.deepEqual(
    [await operations(limits.scimOperationsMax), await operations(limits.scimOperationsMax + 1)],
    [200, 400],
  );
  const filtered = async (length: number) => {
    const filter = `userName eq "${'x'.repeat(length - 'userName eq ""'.length)}"`;
    return (await call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).status;
  };
  const { scimFilterCharactersMax } = limits;
  assert.deepEqual(
    [await filtered(scimFilterCharactersMax), await filtered(scimFilterCharactersMax + 1)],
    [200, 400],
  );
  const page = await call('GET', `/Users?count=${limits.scimPageMax + 1}`);
  assert.equal(page.status, 200);
  const config = await call('GET', '/ServiceProviderConfig');
  const { maxResults } = config.body['filter'] as { maxResults: number };
  assert.equal(maxResults, limits.scimPageMax);

  const members = await fill(app, organization, 'directory_users', limits.directoryUsersMax - 1);
  assert.equal((await call('POST', '/Users', { userName: 'late@acme.com' })).status, 403);
  await app.metadata.db
    .deleteFrom('directory_users')
    .where('id', '=', members[0] ?? '')
    .execute();
  await provision('late@acme.com');
  const all = await call('GET', '/Users');
  assert.equal(all.body['itemsPerPage'], limits.scimPageMax);

  const { directoryGroupMembersMax: max } = limits;
  const group = async (count: number) => {
    const value = members.slice(1, count + 1).map((each) => ({ value: each }));
    const body = { displayName: `of ${count}`, members: value };
    return (await call('POST', '/Groups', body)).status;
  };
  assert.deepEqual([await group(max), await group(max + 1)], [201, 403]);
  const groups = await fill(app, organization, 'directory_groups', limits.directoryGroupsMax - 2);
  assert.equal((await call('POST', '/Groups', { displayName: 'last' })).status, 201);
  assert.equal((await call('POST', '/Groups', { displayName: 'more' })).status, 403);
  assert.equal((await call('DELETE', `/Groups/${groups[0]}`)).status, 204);
  assert.equal((await call('POST', '/Groups', { displayName: 'more' })).status, 201);
  const told = new Set((await app.audit()).map(({ action }) => action));
  for (const action of [
    'directory_group.created',
    'directory_group.deleted',
    'scim_token.created',
  ]) {
    assert.ok(told.has(action), action);
  }
});

const NAMED = { op: 'replace', path: 'displayName', value: 'Ada' };

/** Rows as a directory would have made them: inactive users, and groups without members. */
async function fill(
  { metadata }: Awaited<ReturnType<typeof startDirectory>>['app'],
  organization: string,
  table: 'directory_groups' | 'directory_users',
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, i) => `${table}_${i}`);
  for (const id of ids) {
    const own = { id, organization_id: organization, created_at: 1, updated_at: 1 };
    if (table === 'directory_groups') {
      await metadata.db
        .insertInto('directory_groups')
        .values({ ...own, display_name: id, external_id: null })
        .execute();
      continue;
    }
    const user = { id: `usr_${id}`, name: id, email: `${id}@acme.com`, email_verified: 1 };
    await metadata.db
      .insertInto('users')
      .values({ ...user, image: null, created_at: 1, updated_at: 1 })
      .execute();
    await metadata.db
      .insertInto('directory_users')
      .values({
        ...own,
        user_id: user.id,
        user_name_key: id,
        external_id: null,
        display_name: null,
        email: user.email,
        active: 0,
        attributes: JSON.stringify({ userName: id, name: {}, emails: [] }),
        made_account: 1,
      })
      .execute();
  }
  return ids;
}
