import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import {
  type AccessUnderTest,
  onBothStores,
  type Person,
  PUBLIC_ORIGIN,
} from '../../../test/support/open-access.ts';
import { startAccess } from '../../../test/support/start-access.ts';
import type { ShortLink } from '../../contract/short-links.ts';
import { DAY_MS } from '../../spec/units.ts';
import { forgetExpiredLinks } from './manage-short-links.ts';
import { shortLinkRoutes } from './short-link-routes.ts';

const limits = {
  ...LIMITS,
  shortLinks: { ...LIMITS.shortLinks, perOrganizationMax: 2 },
};
const PATH = '/search?q=level%3Derror&earliest=-4h#top';

async function start(t: TestContext, access: AccessUnderTest) {
  const needs = {
    metadata: access.metadata,
    clock: access.clock,
    limits,
    publicOrigin: () => PUBLIC_ORIGIN,
  };
  const { call } = startAccess(t, access, {
    rates: { management: 0 },
    mount: (app) => shortLinkRoutes(app, needs),
  });
  const { id: organization, owner } = await access.newOrganization();
  const member = await access.join(organization, 'member');
  const viewer = await access.join(organization, 'viewer');
  const create = async (as: Person, body: object = {}) =>
    call('POST /api/v1/short-links', { as, body: { path: PATH, ...body } });
  const made = async (as: Person, body?: object) => (await create(as, body)).body.data as ShortLink;
  const open = async (id: string, as: Person) => call(`GET /api/v1/short-links/${id}`, { as });
  const revoke = async (id: string, as: Person) =>
    (await call(`DELETE /api/v1/short-links/${id}`, { as })).status;
  const list = async (as: Person) =>
    ((await call('GET /api/v1/short-links', { as })).body.data as ShortLink[]).map(({ id }) => id);
  return { needs, call, organization, owner, member, viewer, create, made, open, revoke, list };
}

onBothStores('every member opens a link, and sees its owner and expiry', async (t, access) => {
  const { viewer, member, made, open } = await start(t, access);
  const link = await made(viewer, { title: ' Errors ' });

  assert.match(link.id, /^shl_[0-9A-Za-z]{22}$/);
  assert.deepEqual(
    { ...link, createdAt: '', expiresAt: '' },
    {
      id: link.id,
      url: `${PUBLIC_ORIGIN}/s/${link.id}`,
      title: 'Errors',
      path: PATH,
      createdBy: viewer.email,
      createdAt: '',
      expiresAt: '',
    },
  );
  assert.equal(
    Date.parse(link.expiresAt) - Date.parse(link.createdAt),
    LIMITS.shortLinks.daysDefault * DAY_MS,
  );
  assert.deepEqual((await open(link.id, member)).body.data, link);
});

onBothStores(
  'a link is nothing in another organization, or without an account',
  async (t, access) => {
    const { call, owner, made, open, revoke, list } = await start(t, access);
    const { id } = await made(owner);
    const stranger = (await access.newOrganization()).owner;

    assert.equal((await open(id, stranger)).status, 404);
    assert.equal(await revoke(id, stranger), 404);
    assert.deepEqual(await list(stranger), []);
    assert.equal((await call(`GET /api/v1/short-links/${id}`)).status, 401);
    assert.equal((await open(id, owner)).status, 200);
  },
);

onBothStores('a link ends when it expires, and leaves the list later', async (t, access) => {
  const { needs, owner, made, open, list } = await start(t, access);
  const { id } = await made(owner, { expiresInDays: 1 });

  access.clock.advance(DAY_MS - 1);
  assert.equal((await open(id, owner)).status, 200);
  access.clock.advance(1);
  assert.equal((await open(id, owner)).status, 404);
  await forgetExpiredLinks(needs);
  assert.deepEqual(await list(owner), [id]);
  access.clock.advance(LIMITS.shortLinks.expiredKeptMs + 1);
  await forgetExpiredLinks(needs);
  // The session of the owner has ended meanwhile, too.
  const kept = await access.metadata.db.selectFrom('short_links').select('id').execute();
  assert.deepEqual(kept, []);
});

onBothStores('members see and revoke their own links, Owners and Admins all', async (t, access) => {
  const { owner, member, viewer, made, open, revoke, list } = await start(t, access);
  const first = await made(member);
  const second = await made(viewer);

  assert.deepEqual(await list(member), [first.id]);
  assert.deepEqual(await list(viewer), [second.id]);
  assert.deepEqual((await list(owner)).toSorted(), [first.id, second.id].toSorted());
  assert.equal(await revoke(second.id, member), 403);
  assert.equal(await revoke(first.id, member), 200);
  assert.equal((await open(first.id, member)).status, 404);
  assert.equal(await revoke(first.id, member), 404);
  assert.equal(await revoke(second.id, owner), 200);
});

onBothStores('links are audited without what they search for', async (t, access) => {
  const { organization, member, made, revoke } = await start(t, access);
  const { id } = await made(member);
  await revoke(id, member);

  const entries = await access.metadata.db
    .selectFrom('audit_entries')
    .select(['action', 'actor', 'resource', 'details'])
    .where('organization_id', '=', organization)
    .where('resource', '=', id)
    .execute();
  assert.deepEqual(entries.map(({ action }) => action).toSorted(), [
    'short_link.created',
    'short_link.revoked',
  ]);
  for (const { actor, details } of entries) {
    assert.ok(actor.includes(member.email));
    assert.deepEqual(JSON.parse(details), { name: '', path: '/search' });
  }
});

onBothStores(
  'a link opens pages of the app and nothing else, up to each limit',
  async (t, access) => {
    const { owner, create } = await start(t, access);
    const { pathCharactersMax, titleCharactersMax, daysMax } = LIMITS.shortLinks;
    for (const path of [
      '',
      'search',
      '//evil.example/search',
      String.raw`/\evil.example`,
      String.raw`/search/..\..\\evil.example`,
      'https://evil.example/search',
      'javascript:alert(1)',
      '/api/v1/keys',
      '/s/shl_x',
      '/sign-in?next=//evil.example',
      '/searching',
      '/search?q=a b',
      '/search?q=ü',
      '/search?q=\n',
      '/search?q='.padEnd(pathCharactersMax + 1, 'x'),
    ]) {
      assert.equal((await create(owner, { path })).status, 400, path.slice(0, 60));
    }
    assert.equal((await create(owner, { title: 't'.repeat(titleCharactersMax + 1) })).status, 400);
    assert.equal((await create(owner, { expiresInDays: 0 })).status, 400);
    assert.equal((await create(owner, { expiresInDays: daysMax + 1 })).status, 400);

    const longest = {
      path: '/search?q='.padEnd(pathCharactersMax, 'x'),
      title: 't'.repeat(titleCharactersMax),
      expiresInDays: daysMax,
    };
    assert.equal((await create(owner, longest)).status, 201);
    assert.equal(
      (await create(owner, { path: '/dashboards/dsh_1', expiresInDays: 1 })).status,
      201,
    );
    const over = await create(owner);
    assert.equal(over.status, 409);
    assert.match(String(over.body.error), /can have at most 2 short links/);
    access.clock.advance(DAY_MS);
    assert.equal((await create(owner)).status, 201, 'expired links leave room');
  },
);
