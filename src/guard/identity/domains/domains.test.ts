/** Who proves a domain, and how one is lost. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openIdentity } from '../../../../test/support/identity/open-identity.ts';
import {
  type AccessUnderTest,
  type Member,
  onBothStores,
  openAccess,
  raced,
} from '../../../../test/support/open-access.ts';
import { startAccess } from '../../../../test/support/start-access.ts';
import type { Domain } from '../../../contract/domains.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { ROLES } from '../../../spec/roles.ts';
import { claimInstallation } from '../../access/index.ts';
import { checkDomains } from './check-domains.ts';
import { domainRoutes } from './domain-routes.ts';
import { checkDomain } from './manage-domains.ts';

const { domainCheckEveryMs: DAY_MS, domainGraceMs } = LIMITS.identity;
const AT = '/api/v1/organization/domains';

async function start(t: TestContext, access: AccessUnderTest) {
  const { dns, needs } = await openIdentity(t, access);
  const app = startAccess(t, access, { mount: (mounted) => domainRoutes(mounted, needs) });
  // Days pass here, and nobody signs in anew.
  const call: typeof app.call = async (...given) => {
    await access.metadata.db.updateTable('sessions').set({ expires_at: 1e15 }).execute();
    return app.call(...given);
  };
  const add = async (as: Member, domain: string): Promise<Domain> => {
    const answer = await call(`POST ${AT}`, { as, body: { domain } });
    assert.equal(answer.status, 201, answer.text);
    return answer.body.data as Domain;
  };
  const publish = ({ record }: Domain): void => void dns.records.set(record.name, [[record.value]]);
  const check = async (as: Member, { id }: Domain) => call(`POST ${AT}/${id}/check`, { as });
  const tick = () => checkDomains(needs, new AbortController().signal);
  const read = async (as: Member): Promise<Domain[]> =>
    (await call(`GET ${AT}`, { as })).body.data as Domain[];
  const operator = await access.newPerson('root@example.com');
  await access.metadata.transaction((unit) =>
    claimInstallation(unit, operator, { ipAddress: '', userAgent: '' }, access.clock.now()),
  );
  const vouch = async ({ id }: Domain, query = '') =>
    call(`POST /api/v1/operator/domains/${id}/vouch${query}`, { as: operator });
  return { call, dns, needs, add, publish, check, tick, read, vouch, operator };
}

async function actionsOf(access: AccessUnderTest, member: Member): Promise<string[]> {
  const rows = await access.auditOf(member.actor.organization);
  return rows.map(({ action, actor }) => `${action} ${actor}`);
}

test('only Owners manage domains, signed in, and nobody sees or proves those of others', async (t) => {
  const access = await openAccess(t);
  const { call, add, publish, read } = await start(t, access);
  const { id: organization, owner } = await access.newOrganization();
  const stranger = await access.newOrganization();
  const domain = await add(owner, 'acme.com');
  publish(domain);
  const one = `${AT}/${domain.id}`;
  const endpoints: [string, object?][] = [
    [`GET ${AT}`],
    [`POST ${AT}`, { domain: 'other.com' }],
    [`POST ${one}/check`],
    [`DELETE ${one}`],
  ];

  for (const role of ROLES.slice(1)) {
    const member = await access.join(organization, role);
    for (const [endpoint, body] of endpoints) {
      const { status } = await call(endpoint, { as: member, ...(body && { body }) });
      assert.equal(status, 403, `${role} ${endpoint}`);
    }
  }
  const key = await access.newKey(owner, 'full-access');
  for (const [endpoint, body] of endpoints) {
    const { status } = await call(endpoint, { as: key, ...(body && { body }) });
    assert.equal(status, 403, endpoint);
  }
  assert.equal((await call(`POST ${one}/check`, { as: stranger.owner })).status, 404);
  assert.equal((await call(`DELETE ${one}`, { as: stranger.owner })).status, 404);
  assert.deepEqual(await read(stranger.owner), []);
  assert.equal(
    (await call(`POST /api/v1/operator/domains/${domain.id}/vouch`, { as: owner })).status,
    403,
  );
  assert.equal((await read(owner))[0]?.state, 'pending');
});

onBothStores('the record proves a domain, nothing else does', async (t, access) => {
  const { add, check, dns, read } = await start(t, access);
  const { owner } = await access.newOrganization();
  const other = await access.newOrganization();
  const domain = await add(owner, ' ACME.com. ');
  const theirs = await add(other.owner, 'acme.com');
  const { name, value } = domain.record;
  const problems: unknown[] = [];
  const look = async () => {
    const { status, body } = await check(owner, domain);
    const { state, problem } = body.data as Domain;
    problems.push(`${status} ${state} ${problem}`);
  };

  await look();
  dns.records.set(name, [['v=spf1 -all'], [theirs.record.value]]);
  await look();
  dns.records.set(name, [[`${value}x`], [`x${value}`]]);
  await look();
  dns.failing.add(name);
  await look();
  dns.failing.delete(name);
  dns.records.set(name, [['v=spf1 -all'], [value.slice(0, 20), value.slice(20)]]);
  await look();

  assert.deepEqual([domain.domain, name], ['acme.com', '_xplain.acme.com']);
  assert.notEqual(value, theirs.record.value);
  assert.deepEqual(problems, [
    '200 pending record_missing',
    '200 pending record_wrong',
    '200 pending record_wrong',
    '200 pending dns_failed',
    '200 proved null',
  ]);
  assert.deepEqual(await actionsOf(access, owner), [
    `domain.created ${owner.email}`,
    `domain.verified ${owner.email}`,
  ]);
  const taken = await (async () => {
    dns.records.set(name, [[theirs.record.value]]);
    return check(other.owner, theirs);
  })();
  assert.deepEqual([taken.status, taken.body.code], [409, 'DOMAIN_TAKEN']);
  assert.equal((await read(other.owner))[0]?.state, 'pending');
});

onBothStores('of two that prove a domain at the same time one has it', async (t, access) => {
  const { add, dns, needs } = await start(t, access);
  const both = [await access.newOrganization(), await access.newOrganization()];
  const rows = await Promise.all(both.map(({ owner }) => add(owner, 'acme.com')));
  dns.records.set(
    '_xplain.acme.com',
    rows.map(({ record }) => [record.value]),
  );

  const { done, codes } = await raced(2, async (at) =>
    checkDomain(needs, both[at]?.owner.actor ?? assert.fail(), rows[at]?.id ?? ''),
  );

  assert.deepEqual([done.length, codes], [1, ['DOMAIN_TAKEN']]);
});

test('what is no domain is refused, and so are more than there is room for', async (t) => {
  const access = await openAccess(t);
  const { call, add } = await start(t, access);
  const { owner } = await access.newOrganization();
  const bad = ['acme', 'a b.com', 'https://acme.com', 'x@acme.com', '-a.com', 'a-.com', 'a..com'];
  bad.push('127.0.0.1', '[::1]', 'acme.com/x', 'ácme.com', `${'a'.repeat(64)}.com`, '.com', '');
  const { domainCharactersMax } = LIMITS.identity;
  const long = `${`${'b'.repeat(62)}.`.repeat(4)}com`;
  const longest = long.slice(long.length - domainCharactersMax);
  bad.push(`a${longest}`, '_xplain.acme.com', 'acme.com\u0000', '*.com');

  for (const domain of bad) {
    const { status } = await call(`POST ${AT}`, { as: owner, body: { domain } });
    assert.equal(status, 400, domain);
  }
  const { domainsMax } = LIMITS.identity;
  await add(owner, longest);
  for (let i = 1; i < domainsMax; i++) await add(owner, `d${i}.example`);
  const twice = await call(`POST ${AT}`, { as: owner, body: { domain: 'D1.example' } });
  const over = await call(`POST ${AT}`, { as: owner, body: { domain: 'one-more.example' } });
  assert.deepEqual([twice.status, twice.body.code], [409, 'CONFLICT']);
  assert.deepEqual(
    [over.status, over.body.code, over.body['limit']],
    [403, 'PLAN_LIMIT_REACHED', domainsMax],
  );
});

onBothStores(
  'a record that is missing for a week loses the domain, a silent server does not',
  async (t, access) => {
    const { add, publish, check, dns, tick, read } = await start(t, access);
    const { owner } = await access.newOrganization();
    const domain = await add(owner, 'acme.com');
    publish(domain);
    await check(owner, domain);
    const states: string[] = [];
    const day = async () => {
      access.clock.advance(DAY_MS);
      await tick();
      const [{ state, problem, lostAt } = assert.fail()] = await read(owner);
      states.push(`${state} ${problem} ${lostAt === null ? '' : 'ends'}`.trim());
    };

    await tick();
    const asked = dns.asked.length;
    await tick();
    assert.equal(dns.asked.length, asked, 'once a day');
    dns.records.delete(domain.record.name);
    await day();
    publish(domain);
    await day();
    dns.failing.add(domain.record.name);
    for (let i = 0; i < 9; i++) await day();
    dns.failing.clear();
    dns.records.delete(domain.record.name);
    for (let i = 0; i < 8; i++) await day();
    await day();

    assert.deepEqual(states, [
      'proved record_missing ends',
      'proved null',
      ...Array.from({ length: 9 }, () => 'proved dns_failed'),
      ...Array.from({ length: domainGraceMs / DAY_MS }, () => 'proved record_missing ends'),
      'pending record_missing',
      'pending record_missing',
    ]);
    assert.deepEqual((await actionsOf(access, owner)).slice(2), [
      'domain.lost system:domain-checks',
    ]);
    assert.deepEqual(
      access.mails.map(({ to, subject }) => `${to}: ${subject}`),
      ['DNS record missing', 'DNS record missing', 'Domain not verified'].map(
        (subject) => `${owner.email}: ${subject}: acme.com`,
      ),
    );
    publish(domain);
    assert.equal(((await check(owner, domain)).body.data as Domain).state, 'proved');
  },
);

onBothStores(
  'an operator vouches without DNS, and decides whose a domain is',
  async (t, access) => {
    const { add, publish, check, tick, read, vouch, operator, call, dns } = await start(t, access);
    const { owner } = await access.newOrganization();
    const other = await access.newOrganization();
    const first = await add(owner, 'acme.com');
    const second = await add(other.owner, 'acme.com');

    const vouched = await vouch(first);
    access.clock.advance(30 * DAY_MS);
    await tick();
    const checked = await check(owner, first);
    const refused = await vouch(second);
    publish(second);
    const taken = await check(other.owner, second);

    assert.equal((vouched.body.data as Domain).vouchedBy, operator.email);
    assert.deepEqual([(checked.body.data as Domain).state, dns.asked.length], ['proved', 1]);
    assert.deepEqual([refused.status, refused.body.code], [409, 'DOMAIN_TAKEN']);
    assert.deepEqual([taken.status, taken.body.code], [409, 'DOMAIN_TAKEN']);
    const moved = await vouch(second, '?takeOver=true');
    assert.equal(moved.status, 200, moved.text);
    assert.deepEqual(
      [(await read(owner))[0]?.state, (await read(other.owner))[0]?.state],
      ['pending', 'proved'],
    );
    assert.ok((await actionsOf(access, owner)).includes('domain.lost system:domain-checks'));
    assert.ok((await actionsOf(access, other.owner)).includes(`domain.verified ${operator.email}`));
    const entries = (await call('GET /api/v1/operator/audit', { as: operator })).body.data as {
      action: string;
    }[];
    assert.equal(entries.filter(({ action }) => action === 'domain.vouched').length, 2);
    assert.equal((await vouch({ ...first, id: 'dom_none' })).status, 404);
  },
);

test('a deleted domain is free for others, and its deletion is recorded', async (t) => {
  const access = await openAccess(t);
  const { add, publish, check, call } = await start(t, access);
  const { owner } = await access.newOrganization();
  const other = await access.newOrganization();
  const first = await add(owner, 'acme.com');
  publish(first);
  await check(owner, first);

  assert.equal((await call(`DELETE ${AT}/${first.id}`, { as: owner })).status, 200);
  assert.equal((await call(`DELETE ${AT}/${first.id}`, { as: owner })).status, 404);
  assert.equal((await check(owner, first)).status, 404);
  const second = await add(other.owner, 'acme.com');
  publish(second);
  assert.equal(((await check(other.owner, second)).body.data as Domain).state, 'proved');
  assert.ok((await actionsOf(access, owner)).includes(`domain.deleted ${owner.email}`));
});
