import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { startAccess } from '../../../test/support/start-access.ts';
import type { App } from '../../http/app.ts';
import { LIMITS } from '../../spec/limits.ts';

const SEARCHES = 3;
const EACH = LIMITS.rates.followUpsPerSearch;

function mount(app: App): void {
  const handler = () => ({ data: true });
  const config = { permission: 'logs:read', rate: 'search', body: 'none' } as const;
  app.route({ method: 'GET', url: '/search', config, handler });
  app.route({ method: 'GET', url: '/look', config: { ...config, isFollowUp: true }, handler });
}

async function start(t: TestContext) {
  const access = await openAccess(t);
  const first = await access.newOrganization();
  const second = await access.newOrganization();
  const { call } = startAccess(t, access, { mount, rates: { search: SEARCHES } });
  const ask = async (what: 'search' | 'look', times: number, as = first.owner) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) statuses.push((await call(`GET /${what}`, { as })).status);
    return statuses;
  };
  return { access, first, second, call, ask };
}

test('what belongs to a search does not count as one', async (t) => {
  const { ask, call, first } = await start(t);

  const searches = await ask('search', SEARCHES);
  const looks = await ask('look', SEARCHES * EACH);
  const { headers } = await call('GET /search', { as: first.owner });

  assert.deepEqual(new Set([...searches, ...looks]), new Set([200]));
  assert.deepEqual(await ask('look', 1), [429]);
  assert.equal(headers['x-ratelimit-remaining'], '0');
});

test('a look without a search counts as a search, and so do further ones', async (t) => {
  const { ask, call, first } = await start(t);

  const alone = await call('GET /look', { as: first.owner });
  const included = await ask('look', EACH);
  const further = await call('GET /look', { as: first.owner });

  assert.equal(alone.headers['x-ratelimit-remaining'], String(SEARCHES - 1));
  assert.deepEqual(new Set(included), new Set([200]));
  assert.equal(further.headers['x-ratelimit-remaining'], String(SEARCHES - 2));
});

test('a search brings nothing to another organization, nor to a later minute', async (t) => {
  const { access, ask, call, first, second } = await start(t);
  await ask('search', 1);

  const elsewhere = await call('GET /look', { as: second.owner });
  access.clock.advance(LIMITS.rates.windowMs + 1);
  const later = await call('GET /look', { as: first.owner });

  assert.equal(elsewhere.headers['x-ratelimit-remaining'], String(SEARCHES - 1));
  assert.equal(later.headers['x-ratelimit-remaining'], String(SEARCHES - 1));
});
