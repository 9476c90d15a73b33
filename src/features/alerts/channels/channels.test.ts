import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { AlertChannel, AlertChannelWithSecret } from '../../../contract/alert-channels.ts';
import { OWNERS_CHANNEL } from '../../../spec/alerts.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  type AccessUnderTest,
  onBothStores,
  openAccess,
  raced,
} from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import { startMessages } from '../../../../test/support/alerts/start-messages.ts';
import { deliveryRoutes } from '../messages/delivery-routes.ts';
import { channelRoutes } from './channel-routes.ts';
import { createChannel } from './manage-channels.ts';

const PATH = '/api/v1/alert-channels';
const { channelsMax, nameCharactersMax, recipientsMax, testMailEveryMs } = LIMITS.alerts;
const { urlCharactersMax, channelKeyCharactersMax, bodyCharactersMax } = LIMITS.alerts;

function longUrl(url: string, characters: number): string {
  return `${url}/`.padEnd(characters, 'x');
}

async function start(t: TestContext, access: AccessUnderTest) {
  const messages = await startMessages(t, access);
  const { call } = startAccess(t, access, {
    mount: (app) => {
      channelRoutes(app, messages.needs);
      deliveryRoutes(app, messages.needs);
    },
  });
  const { id: organization, owner } = await access.newOrganization();
  return { ...messages, call, organization, owner };
}

onBothStores('a channel is kept, shown masked, changed and deleted', async (t, access) => {
  const { call, owner, organization, receiver } = await start(t, access);
  const viewer = await access.join(organization, 'viewer');
  const body = { kind: 'webhook', name: ' ops ', url: `${receiver.url}/a/token-1234` };

  const created = await call(`POST ${PATH}`, { as: owner, body });
  const { id, secret = '' } = created.body.data as AlertChannelWithSecret;
  const seen = await call(`GET ${PATH}/${id}`, { as: viewer });
  const change = { version: 1, name: 'operations', url: `${receiver.url}/b/token-5678` };
  const changed = await call(`PATCH ${PATH}/${id}`, { as: owner, body: change });
  const stale = await call(`PATCH ${PATH}/${id}`, { as: owner, body: change });
  const list = await call(`GET ${PATH}`, { as: viewer });
  const removed = await call(`DELETE ${PATH}/${id}`, { as: owner });
  const gone = await call(`GET ${PATH}/${id}`, { as: owner });

  assert.equal(created.status, 201, created.text);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const shown = seen.body.data as AlertChannel;
  assert.deepEqual(
    [shown.name, shown.host, shown.lastFour, shown.version, shown.enabled],
    ['ops', `127.0.0.1:${receiver.port}`, '1234', 1, true],
  );
  assert.ok(!('secret' in shown));
  const after = changed.body.data as AlertChannel;
  assert.deepEqual([after.name, after.lastFour, after.version], ['operations', '5678', 2]);
  assert.deepEqual([stale.status, stale.body.code], [409, 'CONFLICT']);
  assert.deepEqual(
    (list.body.data as AlertChannel[]).map((each) => [each.id, each.isBuiltIn]),
    [
      [OWNERS_CHANNEL, true],
      [id, false],
    ],
  );
  assert.equal(removed.status, 200);
  assert.equal(gone.status, 404);
  const actions = (await access.auditOf(organization)).map(({ action }) => action);
  assert.deepEqual(actions.toSorted(), [
    'alert_channel.created',
    'alert_channel.deleted',
    'alert_channel.updated',
  ]);
  for (const each of [seen, changed, list]) assert.ok(!/token-|whsec_/.test(each.text));
});

onBothStores('of many requests for the last place one gets it', async (t, access) => {
  const { needs, owner } = await start(t, access);

  const { done, codes } = await raced(channelsMax + 3, (at) =>
    createChannel(needs, owner.actor, { kind: 'email', name: `c${at}`, roles: ['owner'] }),
  );

  assert.equal(done.length, channelsMax);
  assert.deepEqual(codes, ['PLAN_LIMIT_REACHED', 'PLAN_LIMIT_REACHED', 'PLAN_LIMIT_REACHED']);
});

onBothStores('the channel of the Owners can be used, and never be changed', async (t, access) => {
  const { call, owner, mails } = await start(t, access);

  const read = await call(`GET ${PATH}/${OWNERS_CHANNEL}`, { as: owner });
  const tested = await call(`POST ${PATH}/${OWNERS_CHANNEL}/test`, { as: owner });
  const refused = [
    await call(`PATCH ${PATH}/${OWNERS_CHANNEL}`, { as: owner, body: { version: 1, name: 'x' } }),
    await call(`DELETE ${PATH}/${OWNERS_CHANNEL}`, { as: owner }),
    await call(`POST ${PATH}/${OWNERS_CHANNEL}/rotate-secret`, { as: owner }),
    await call(`POST ${PATH}`, {
      as: owner,
      body: { kind: 'email', name: 'OWNERS', roles: ['admin'] },
    }),
  ];

  assert.equal((read.body.data as AlertChannel).name, 'Owners');
  assert.deepEqual((tested.body.data as { state: string }).state, 'sent');
  assert.deepEqual(
    (await mails()).map(({ recipient }) => recipient),
    [owner.email],
  );
  assert.deepEqual(
    refused.map(({ status }) => status),
    [409, 409, 409, 409],
  );
});

onBothStores('another organization sees none of it, and members only read', async (t, access) => {
  const { call, owner, organization, receiver, needs } = await start(t, access);
  const other = await access.newOrganization();
  const member = await access.join(organization, 'member');
  const readOnly = await access.newKey(owner);
  const { id } = await createChannel(needs, owner.actor, {
    kind: 'slack',
    name: 'chat',
    url: receiver.url,
  });
  const calls = [
    ['GET', `${PATH}/${id}`, undefined],
    ['PATCH', `${PATH}/${id}`, { version: 1, name: 'mine' }],
    ['POST', `${PATH}/${id}/test`, undefined],
    ['POST', `${PATH}/${id}/rotate-secret`, undefined],
    ['DELETE', `${PATH}/${id}`, undefined],
  ] as const;

  for (const [method, path, body] of calls) {
    const given = body === undefined ? {} : { body };
    const foreign = await call(`${method} ${path}`, { as: other.owner, ...given });
    const theirs = await call(`${method} ${path}`, { as: member, ...given });
    const key = await call(`${method} ${path}`, { as: readOnly, ...given });
    assert.deepEqual([foreign.status, foreign.body.code], [404, 'NOT_FOUND'], path);
    assert.equal(theirs.status, method === 'GET' ? 200 : 403, `${method} ${path}`);
    assert.equal(key.status, 403, `${method} ${path}`);
  }
  const list = await call(`GET ${PATH}`, { as: other.owner });
  assert.equal((list.body.data as unknown[]).length, 1);
  const retry = await call('POST /api/v1/alert-deliveries/dlv_none/retry', { as: owner });
  assert.equal(retry.status, 404);
  assert.equal(receiver.connections(), 0);
});

test('what cannot be sent to is refused, and nothing is written', async (t) => {
  const access = await openAccess(t);
  const { call, owner, organization, receiver } = await start(t, access);
  const elsewhere = await access.newOrganization();
  const { url } = receiver;
  const webhook = { kind: 'webhook', name: 'n', url };
  const addresses = Array.from({ length: recipientsMax + 1 }, (_, at) => `a${at}@example.net`);
  const wrong = [
    [{ ...webhook, url: 'ftp://example.com' }, 400],
    [{ ...webhook, url: 'https://10.1.2.3/x' }, 400],
    [{ ...webhook, name: ' ' }, 400],
    [{ ...webhook, name: 'n'.repeat(nameCharactersMax + 1) }, 400],
    [{ ...webhook, template: '{"a":{{value}}}' }, 400],
    [{ ...webhook, template: '["{{value}}"]' }, 400],
    [{ ...webhook, template: '{"a":"{{secret}}"}' }, 400],
    [{ ...webhook, key: 'x' }, 400],
    [{ kind: 'slack', name: 'n', url, template: '{}' }, 400],
    [{ kind: 'pagerduty', name: 'n' }, 400],
    [{ kind: 'jsm', name: 'n', key: 'a b' }, 400],
    [{ kind: 'jsm', name: 'n', key: 'k'.repeat(channelKeyCharactersMax + 1) }, 400],
    [{ ...webhook, url: longUrl(url, urlCharactersMax + 1) }, 400],
    [{ ...webhook, template: `{"a":"${'x'.repeat(bodyCharactersMax)}"}` }, 400],
    [{ kind: 'email', name: 'n' }, 400],
    [{ kind: 'email', name: 'n', url, roles: ['owner'] }, 400],
    [{ kind: 'email', name: 'n', addresses }, 400],
    [{ kind: 'email', name: 'n', addresses: ['a@b@c.example'] }, 400],
    [{ kind: 'email', name: 'n', members: [elsewhere.owner.memberId] }, 404],
  ] as const;

  for (const [body, status] of wrong) {
    const answer = await call(`POST ${PATH}`, { as: owner, body });
    assert.equal(answer.status, status, `${JSON.stringify(body).slice(0, 100)} ${answer.text}`);
  }

  const { body } = await call(`GET ${PATH}`, { as: owner });
  assert.equal((body.data as unknown[]).length, 1);
  assert.deepEqual(access.mails, []);
  assert.deepEqual(await access.auditOf(organization), []);
  const longest = {
    kind: 'jsm',
    name: 'longest',
    url: longUrl(url, urlCharactersMax),
    key: 'k'.repeat(channelKeyCharactersMax),
  };
  assert.equal((await call(`POST ${PATH}`, { as: owner, body: longest })).status, 201);
  const most = { ...webhook, name: 'n'.repeat(nameCharactersMax), template: '{"a":"{{value}}"}' };
  assert.equal((await call(`POST ${PATH}`, { as: owner, body: most })).status, 201);
  const twice = await call(`POST ${PATH}`, { as: owner, body: most });
  assert.deepEqual([twice.status, twice.body.code], [409, 'CONFLICT']);
  const id =
    ((await call(`GET ${PATH}`, { as: owner })).body.data as AlertChannel[]).find(
      ({ kind }) => kind === 'webhook',
    )?.id ?? '';
  const foreign = { version: 1, roles: ['owner'] };
  assert.equal((await call(`PATCH ${PATH}/${id}`, { as: owner, body: foreign })).status, 400);
});

onBothStores('a test message tells what came of it', async (t, access) => {
  const { call, owner, receiver, needs, organization } = await start(t, access);
  const { id } = await createChannel(needs, owner.actor, {
    kind: 'webhook',
    name: 'ops',
    url: receiver.url,
  });

  const good = await call(`POST ${PATH}/${id}/test`, { as: owner });
  receiver.behave(() => ({ status: 500 }));
  const bad = await call(`POST ${PATH}/${id}/test`, { as: owner });
  const list = await call('GET /api/v1/alert-deliveries?state=dead', { as: owner });

  const [sent, dead] = [good, bad].map(({ body }) => body.data as Record<string, unknown>);
  assert.deepEqual([sent?.['state'], sent?.['status'], sent?.['error']], ['sent', 204, undefined]);
  assert.deepEqual(
    [dead?.['state'], dead?.['status'], dead?.['error']],
    ['dead', 500, 'The receiver returned 500.'],
  );
  assert.equal((JSON.parse(receiver.calls[0]?.body ?? '') as { type: string }).type, 'alert.test');
  const [row] = list.body.data as { id: string; kind: string; channelName: string }[];
  assert.deepEqual([row?.kind, row?.channelName], ['test', 'ops']);
  const again = await call(`POST /api/v1/alert-deliveries/${row?.id}/retry`, { as: owner });
  assert.equal(again.status, 409);
  const told = (await access.auditOf(organization)).map(({ action }) => action);
  assert.equal(told.filter((action) => action === 'alert_channel.tested').length, 2);
});

test('test mails come with a pause between them', async (t) => {
  const access = await openAccess(t);
  const { call, owner, mails } = await start(t, access);
  const again = () => call(`POST ${PATH}/${OWNERS_CHANNEL}/test`, { as: owner });

  assert.equal((await again()).status, 200);
  access.clock.advance(testMailEveryMs - 1);
  assert.equal((await again()).status, 429);
  access.clock.advance(1);
  assert.equal((await again()).status, 200);

  assert.equal((await mails()).length, 2);
});
