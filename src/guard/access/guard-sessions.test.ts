import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { AppError } from '../../base/errors.ts';
import type { EndpointConfig } from '../../contract/endpoint.ts';
import { openAccess } from '../../../test/support/open-access.ts';
import { createAuthenticate, type Session } from './create-guard.ts';
import { claimInstallation } from './operators/claim-installation.ts';

const ORIGIN = { ipAddress: '192.0.2.1', userAgent: 'test/1.0' };
const FOR_MEMBERS = { permission: 'logs:read', rate: 'search', body: 'none' } as EndpointConfig;
const FOR_PEOPLE = { ...FOR_MEMBERS, permission: 'session' } as EndpointConfig;
const FOR_OPERATORS = { ...FOR_MEMBERS, permission: 'installation' } as EndpointConfig;

/** Two organizations of one person who also runs the installation, and how a session of theirs is let in. */
async function start(t: TestContext) {
  const access = await openAccess(t);
  const own = await access.newOrganization('business', 'Own');
  const other = await access.newOrganization('business', 'Other');
  await access.join(other.id, 'viewer', own.owner);
  await access.metadata.transaction((unit) =>
    claimInstallation(unit, own.owner, ORIGIN, access.clock.now()),
  );
  const usual: Session = {
    id: own.owner.id,
    email: own.owner.email,
    sessionId: own.owner.sessionId,
    activeOrganization: own.id,
    signedInWith: 'password',
    confinedTo: undefined,
  } as unknown as Session;
  const enter = async (config: EndpointConfig, change: Partial<Session>, named?: string) => {
    const authenticate = createAuthenticate({
      ...access,
      publicOrigin: () => 'https://logs.example.com',
      readSession: async () => ({ ...usual, ...change }),
      emailOf: async () => undefined,
      noteUse: () => {},
    });
    const headers = named === undefined ? {} : { 'x-organization-id': named };
    const request = { headers, ip: '192.0.2.1', method: 'GET', raw: {} };
    try {
      const { actor, user } = await authenticate(request as never, config);
      if (actor === undefined) return user === undefined ? 'nobody' : 'a person';
      const { who } = actor;
      const { role, isConfined = false } = who.kind === 'user' ? who : { role: who.kind };
      return `${role} of ${actor.organization === own.id ? 'own' : 'other'}${isConfined ? ', confined' : ''}`;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code;
    }
  };
  return { enter, own: own.id, other: other.id };
}

test('a session acts where it says, else where it was last, with the role it has there', async (t) => {
  const { enter, own, other } = await start(t);

  assert.equal(await enter(FOR_MEMBERS, {}), 'owner of own');
  assert.equal(await enter(FOR_MEMBERS, {}, ''), 'owner of own');
  assert.equal(await enter(FOR_MEMBERS, {}, other), 'viewer of other');
  assert.equal(await enter(FOR_MEMBERS, { activeOrganization: other }, own), 'owner of own');
  assert.equal(await enter(FOR_MEMBERS, {}, 'org_none'), 'NOT_FOUND');
  assert.equal(await enter(FOR_PEOPLE, {}), 'a person');
  assert.equal(await enter(FOR_OPERATORS, {}), 'a person');
});

test('a session through the link of an organization opens that organization alone', async (t) => {
  const { enter, own, other } = await start(t);
  const confined = { confinedTo: other };

  assert.equal(await enter(FOR_MEMBERS, confined), 'viewer of other, confined');
  assert.equal(await enter(FOR_MEMBERS, confined, other), 'viewer of other, confined');
  assert.equal(await enter(FOR_MEMBERS, confined, own), 'NOT_FOUND');
  assert.equal(await enter(FOR_PEOPLE, confined), 'FORBIDDEN');
  assert.equal(await enter(FOR_OPERATORS, confined), 'FORBIDDEN');
  const open = { ...FOR_PEOPLE, isForConfined: true } as EndpointConfig;
  assert.equal(await enter(open, confined), 'a person');
});

test('endpoints for keys take no session', async (t) => {
  const { enter } = await start(t);
  const config = { ...FOR_MEMBERS, credentials: ['api_key'] } as EndpointConfig;

  assert.equal(await enter(config, {}), 'UNAUTHORIZED');
  const also = { ...FOR_MEMBERS, credentials: ['api_key', 'session'] } as EndpointConfig;
  assert.equal(await enter(also, {}), 'owner of own');
});
