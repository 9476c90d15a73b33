/** Signing in by SAML: what works, and what is refused by name. Attacks on the form stand in `attacks.test.ts`. */
import assert from 'node:assert/strict';
import { createVerify, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { ask } from '../../../../test/support/guard/organization-clients.ts';
import { CONNECTIONS, membersOf } from '../../../../test/support/identity/start-connections.ts';
import { SSO_URL, startSaml } from '../../../../test/support/identity/start-saml.ts';
import {
  PROVIDER_ID,
  providerKeys,
  requestIn,
  type ResponseParts,
  samlResponse,
} from '../../../../test/support/identity/start-saml-provider.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { makeKeys } from './make-keys.ts';

const { certificateCharactersMax, certificatesMax, samlArrivalMsMax, samlMetadataCharactersMax } =
  LIMITS.identity;
const otherKeys = await makeKeys('other', Date.now());

test('people of the provider become members, with a session of this organization alone', async (t) => {
  const { app, organization, owner, create, signIn } = await startSaml(t);
  const connection = await create(owner, { sessionHours: 12 });
  const ada = app.browser();

  const path = await signIn(ada, connection);
  const whose = await ask(ada, 'GET', '/api/auth/get-session');

  assert.equal(path, '/logs');
  const { session, user } = whose.body as Record<string, Record<string, unknown>>;
  assert.deepEqual(
    [session?.['signedInWith'], session?.['confinedTo'], user?.['email']],
    ['saml', organization, 'ada@acme.com'],
  );
  const [member] = (await membersOf(app, organization)).filter(
    ({ email }) => email === 'ada@acme.com',
  );
  assert.equal(member?.role, 'viewer');
  assert.equal(await signIn(app.browser(), connection), '/logs', 'the same person again');
  assert.equal((await membersOf(app, organization)).length, 2);
  const told = (await app.audit()).filter(({ action }) => /provisioned|sso_login/.test(action));
  assert.deepEqual(
    told.map(({ action }) => action),
    ['member.provisioned', 'user.sso_login_succeeded', 'user.sso_login_succeeded'],
  );
});

test('our request is signed with the key of our metadata', async (t) => {
  const { app, owner, create } = await startSaml(t);
  const connection = await create(owner);

  const started = await app.browser().send('GET', connection.startUrl);
  const address = started.headers.get('location') ?? '';
  const metadata = String((await app.browser().send('GET', connection.metadataUrl ?? '')).body);

  assert.ok(address.startsWith(`${SSO_URL}&SAMLRequest=`), address);
  const signed = address.slice(SSO_URL.length + 1, address.indexOf('&Signature='));
  const signature = new URL(address).searchParams.get('Signature') ?? '';
  const bare = /<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? '';
  const { publicKey, subject, validToDate } = new X509Certificate(Buffer.from(bare, 'base64'));
  assert.ok(createVerify('sha256').update(signed).verify(publicKey, signature, 'base64'));
  assert.equal(subject, `CN=${connection.id}`);
  assert.ok(validToDate.getTime() > Date.now() + 10 * 365 * 24 * HOUR_MS);
  const { text } = requestIn(address);
  assert.match(text, new RegExp(`AssertionConsumerServiceURL="${connection.acsUrl}"`));
  assert.match(metadata, new RegExp(`entityID="${connection.entityId}"`));
});

const WORKS: readonly (readonly [string, Partial<ResponseParts>])[] = [
  ['the response alone', { sign: ['response'] }],
  ['both', { sign: ['response', 'assertion'] }],
  ['a clock that is 50 s behind', { now: Date.now() - 50_000 }],
  ['a clock that is 50 s ahead', { now: Date.now() + 50_000 }],
  [
    'an address as the NameID',
    {
      format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      nameId: 'ada@acme.com',
      attributes: {},
    },
  ],
  ['a name with the five entities', { nameId: 'ada&amp;co' }],
  ['line ends in Base64', {}],
];

test('providers sign what they like, and their clocks are a little off', async (t) => {
  const { app, owner, create, leave, post, partsFor, signIn } = await startSaml(t);
  const connection = await create(owner, { roleMap: [] });

  for (const [what, parts] of WORKS) {
    const id = await leave(app.browser(), connection);
    const response = samlResponse({ ...partsFor(connection, id), ...parts });
    const broken =
      what === 'line ends in Base64' ? response.replaceAll(/.{76}/g, '$&\r\n') : response;
    const posted = await post(connection, broken);
    assert.equal(posted.status, 302, `${what}: ${JSON.stringify(posted.body)}`);
  }
  assert.equal(await signIn(app.browser(), connection), '/logs');
});

test('encrypted assertions are read, and demanded where the connection says so', async (t) => {
  const { app, owner, create, signIn } = await startSaml(t);
  const connection = await create(owner, { encrypted: true });
  const metadata = String((await app.browser().send('GET', connection.metadataUrl ?? '')).body);
  const bare = /<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? '';
  const encryptFor = new X509Certificate(Buffer.from(bare, 'base64')).toString();

  assert.equal(await signIn(app.browser(), connection, { encryptFor }), '/logs');
  assert.equal(
    await signIn(app.browser(), connection, { encryptFor, sign: ['response'] }),
    '/logs',
  );
  assert.equal(await signIn(app.browser(), connection), '403 SAML_FORM');
  assert.equal(
    await signIn(app.browser(), connection, { encryptFor, sign: [] }),
    '403 SAML_SIGNATURE',
  );
  assert.equal(
    await signIn(app.browser(), connection, { encryptFor: otherKeys.certificate }),
    '403 SAML_FORM',
  );
});

const REFUSED: readonly (readonly [string, string, Partial<ResponseParts>])[] = [
  ['no signature', 'SAML_SIGNATURE', { sign: [] }],
  ['another key', 'SAML_SIGNATURE', { keys: otherKeys }],
  ['another issuer', 'SSO_ISSUER', { issuer: 'https://evil.example/metadata' }],
  ['another audience', 'SSO_AUDIENCE', { audience: 'https://other.example' }],
  ['another address', 'SAML_RECIPIENT', { acsUrl: 'https://other.example/acs' }],
  ['another request', 'SSO_STATE', { inResponseTo: '_1234567890' }],
  ['the past', 'SSO_EXPIRED', { now: Date.now() - 7 * MINUTE_MS }],
  ['the future', 'SSO_EXPIRED', { now: Date.now() + 2 * MINUTE_MS }],
  ['an ended session', 'SSO_EXPIRED', { sessionEndsAt: Date.now() - 1_000 }],
  [
    'a transient name',
    'SAML_SUBJECT',
    { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
  ],
  ['an empty name', 'SAML_SUBJECT', { nameId: '' }],
  ['a foreign domain', 'SSO_DOMAIN', { nameId: 'eve', attributes: { email: ['eve@evil.com'] } }],
  ['no address', 'SSO_EMAIL', { nameId: 'eve', attributes: {} }],
];

test('a response that does not fit is refused by name, and nobody is signed in', async (t) => {
  const { app, organization, owner, create, signIn } = await startSaml(t);
  const connection = await create(owner);

  for (const [what, code, parts] of REFUSED) {
    const person = app.browser();
    assert.equal(await signIn(person, connection, parts), `403 ${code}`, what);
    assert.equal((await ask(person, 'GET', '/api/v1/members')).status, 401, what);
  }
  assert.equal((await membersOf(app, organization)).length, 1);
  const failed = (await app.audit()).filter(({ action }) => action === 'user.sso_login_failed');
  assert.deepEqual(
    failed.map(({ details }) => details['code']),
    REFUSED.map(([, code]) => code),
  );
});

test('only the browser that began it finishes it, once, and a response works once', async (t) => {
  const { app, owner, create, leave, post, partsFor } = await startSaml(t);
  const connection = await create(owner);
  const second = await create(owner, { name: 'Second' });
  const ada = app.browser();
  const id = await leave(ada, connection);
  const response = samlResponse(partsFor(connection, id));

  const elsewhere = await post(second, response);
  const posted = await post(connection, response);
  const replayed = await post(connection, response);
  const finish = new URL(posted.headers.get('location') ?? '');
  const { expires_at: until } = await app.metadata.db
    .selectFrom('saml_arrivals')
    .select('expires_at')
    .executeTakeFirstOrThrow();
  assert.ok(until - Date.now() <= samlArrivalMsMax);
  const thief = app.browser();
  await leave(thief, connection);
  const stolen = await thief.send('GET', finish.pathname + finish.search);
  const foreign = await app.browser().send('GET', finish.pathname + finish.search);
  const honest = await ada.send('GET', finish.pathname + finish.search);
  const again = await ada.send('GET', finish.pathname + finish.search);

  assert.deepEqual([elsewhere.status, elsewhere.code], [403, 'SSO_STATE']);
  assert.equal(replayed.status, 403);
  assert.ok(['SSO_STATE', 'SAML_REPLAYED'].includes(replayed.code ?? ''), replayed.code);
  for (const answer of [stolen, foreign, again]) {
    assert.deepEqual([answer.status, answer.code], [403, 'SSO_STATE']);
  }
  assert.equal(honest.headers.get('location'), '/logs');
  const late = app.browser();
  const lateId = await leave(late, connection);
  const arrived = await post(connection, samlResponse(partsFor(connection, lateId)));
  await app.metadata.db.updateTable('saml_arrivals').set({ expires_at: 1 }).execute();
  const after = new URL(arrived.headers.get('location') ?? '');
  assert.equal((await late.send('GET', after.pathname + after.search)).code, 'SSO_STATE');
});

test('responses that nobody asked for are refused, replaced, or confirmed by the person', async (t) => {
  const { app, owner, create, post, partsFor } = await startSaml(t);
  const off = await create(owner, { name: 'Off', idpInitiated: 'off' });
  const bounce = await create(owner, { name: 'Bounce' });
  const confirm = await create(owner, { name: 'Confirm', idpInitiated: 'confirm' });

  const refused = await post(off, samlResponse(partsFor(off)));
  const bounced = await post(bounce, samlResponse({ ...partsFor(bounce), sign: [] }), '/alerts');
  const forged = await post(confirm, samlResponse({ ...partsFor(confirm), sign: [] }));
  const asked = samlResponse(partsFor(confirm));
  const arrived = await post(confirm, asked, '/alerts');
  const twice = await post(confirm, asked);

  assert.deepEqual([refused.status, refused.code], [403, 'SSO_STATE']);
  assert.equal(bounced.headers.get('location'), `${bounce.startUrl}?returnTo=%2Falerts`);
  assert.equal(forged.code, 'SAML_SIGNATURE');
  assert.equal(twice.code, 'SAML_REPLAYED');
  const page = new URL(arrived.headers.get('location') ?? '');
  assert.equal(page.pathname, '/sign-in/confirm');
  const code = page.searchParams.get('code') ?? '';
  const path = `/api/auth/saml/${confirm.id}/confirmation`;
  const person = app.browser();
  const seen = await person.send('GET', `${path}?code=${code}`);
  assert.deepEqual(seen.body, { connection: 'Confirm', email: 'ada@acme.com' });
  const finish = await person.send('GET', `/api/auth/saml/${confirm.id}/finish?code=${code}`);
  assert.equal(finish.code, 'SSO_STATE');
  const done = await person.send('POST', path, { code });
  assert.deepEqual([done.status, done.body], [200, { returnTo: '/alerts' }]);
  assert.equal((await ask(person, 'GET', '/api/v1/members')).status, 200);
  assert.equal((await person.send('POST', path, { code })).code, 'SSO_STATE');
});

test('an Owner tests a connection and sees what arrived, or why nothing would', async (t) => {
  const { app, organization, owner, create, post, partsFor } = await startSaml(t);
  const roleMap = [{ group: 'staff', role: 'member' }];
  const connection = await create(owner, { preset: 'entra', roleMap });
  const { email: emailName, groups: groupsName } = connection.attributes;
  const attributes = { [emailName]: ['ada@acme.com'], [groupsName]: ['staff', 'all'] };
  const path = `${CONNECTIONS}/${connection.id}/test`;
  const run = async (parts: Partial<ResponseParts>): Promise<Record<string, unknown>> => {
    const started = await ask(owner, 'POST', path, {});
    const { url } = (started.body as { data: { url: string } }).data;
    const { id } = requestIn(url);
    const posted = await post(connection, samlResponse({ ...partsFor(connection, id), ...parts }));
    const finish = new URL(posted.headers.get('location') ?? '');
    const done = await owner.send('GET', finish.pathname + finish.search);
    assert.equal(done.status, 302, JSON.stringify(done.body));
    return ((await ask(owner, 'GET', path)).body as { data: Record<string, unknown> }).data;
  };

  assert.partialDeepStrictEqual(await run({ attributes }), {
    code: null,
    email: 'ada@acme.com',
    groups: ['staff', 'all'],
    role: 'member',
  });
  const failed = await run({ keys: otherKeys });
  assert.deepEqual([failed['code'], failed['role']], ['SAML_SIGNATURE', null]);
  assert.equal((await membersOf(app, organization)).length, 1);
});

test('settings are checked, certificates are rotated, and another provider ends sessions', async (t) => {
  const { app, owner, create, signIn } = await startSaml(t);
  const draft = { kind: 'saml', name: 'X', entityId: PROVIDER_ID, ssoUrl: SSO_URL };
  const certificates = [providerKeys.certificate];
  const bad: readonly (readonly [object, string])[] = [
    [{ ...draft }, 'certificates'],
    [{ ...draft, certificates: ['no'] }, 'certificates.0'],
    [{ ...draft, certificates, ssoUrl: 'https://a:b@idp.example/sso' }, 'ssoUrl'],
    [{ ...draft, certificates, issuer: 'https://idp.example' }, 'issuer'],
    [
      {
        ...draft,
        certificates: Array.from({ length: certificatesMax + 1 }, () => certificates[0]),
      },
      'certificates',
    ],
    [{ ...draft, certificates: ['x'.repeat(certificateCharactersMax + 1)] }, 'certificates.0'],
    [{ kind: 'saml', name: 'X', metadata: '<x/>' }, 'metadata'],
    [{ kind: 'saml', name: 'X', metadata: 'x'.repeat(samlMetadataCharactersMax + 1) }, 'metadata'],
    [{ kind: 'saml', name: 'X', metadata: '<!DOCTYPE x><x/>' }, 'metadata'],
    [{ kind: 'ldap', name: 'X' }, 'kind'],
    [{ kind: 'oidc', name: 'X', entityId: 'x' }, 'entityId'],
  ];
  for (const [body, path] of bad) {
    const answer = await ask(owner, 'POST', CONNECTIONS, body);
    assert.deepEqual(
      [answer.status, answer.paths],
      [400, [path]],
      JSON.stringify(body).slice(0, 300),
    );
  }
  const connection = await create(owner);
  const ada = app.browser();
  assert.equal(await signIn(ada, connection), '/logs');
  const both = { certificates: [providerKeys.certificate, otherKeys.certificate] };
  assert.equal((await ask(owner, 'PATCH', `${CONNECTIONS}/${connection.id}`, both)).status, 200);
  assert.equal(await signIn(app.browser(), connection, { keys: otherKeys }), '/logs');
  assert.equal((await ask(ada, 'GET', '/api/v1/members')).status, 200, 'the session goes on');
  const moved = { entityId: 'https://new.example' };
  assert.equal((await ask(owner, 'PATCH', `${CONNECTIONS}/${connection.id}`, moved)).status, 200);
  assert.equal((await ask(ada, 'GET', '/api/v1/members')).status, 401);
});

test('the metadata of a provider hold all that is asked for', async (t) => {
  const { app, owner, signIn } = await startSaml(t);
  const bare = providerKeys.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const metadata = `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${PROVIDER_ID}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
      <ds:X509Data><ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${SSO_URL}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

  const answer = await ask(owner, 'POST', CONNECTIONS, { kind: 'saml', name: 'M', metadata });

  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { data } = answer.body as { data: Parameters<typeof signIn>[1] };
  assert.deepEqual([data.issuer, data.ssoUrl], [PROVIDER_ID, SSO_URL]);
  assert.equal(data.certificates?.[0]?.subject, 'CN=idp.example');
  assert.equal(await signIn(app.browser(), data), '/logs');
});
