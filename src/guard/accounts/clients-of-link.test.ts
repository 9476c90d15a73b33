import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import { organizationId } from '../../base/ids.ts';
import { openSecrets } from '../../engines/secrets/open-secrets.ts';
import { type OAuthProvider, perProvider } from '../../spec/sign-in.ts';
import type { AccountTools } from './account-needs.ts';
import { readSignInLink } from './clients-of-link.ts';
import { setOAuthClient } from './organization-clients.ts';

const CLIENT = { clientId: 'acme-client', clientSecret: 'acme-secret' };

/** An organization that can close providers, on an installation with a client for some of them. */
async function open(t: TestContext) {
  const { access, tools } = await openAccountTools(t);
  const { id, owner } = await access.newOrganization();
  const close = async (...providers: string[]): Promise<void> => {
    const closed_providers = JSON.stringify(providers);
    await access.metadata.db.updateTable('organizations').set({ closed_providers }).execute();
    access.cache.forget(id);
  };
  const read = (installation: readonly OAuthProvider[], change: Partial<AccountTools> = {}) => {
    const oauth = perProvider((provider) => ({
      ...tools.oauth[provider],
      client: installation.includes(provider) ? { clientId: 'i', clientSecret: 's' } : undefined,
    }));
    return readSignInLink({ ...tools, oauth, ...change }, id);
  };
  const set = (provider: OAuthProvider) => setOAuthClient(tools, owner.actor, provider, CLIENT);
  return { tools, id, close, read, set };
}

test('a link is there for an organization with a client of its own, and for no other', async (t) => {
  const { tools, id, read, set } = await open(t);

  assert.equal(await readSignInLink(tools, organizationId('org_none')), undefined);
  assert.equal(await read(['google', 'github']), undefined);
  await set('google');
  assert.deepEqual(await read([]), {
    organization: { id, name: 'Acme' },
    own: { google: CLIENT },
    offered: { google: true, github: false },
  });
  const gone = { ...tools.cache, get: async () => undefined };
  assert.equal(await read([], { cache: gone }), undefined, 'the organization is gone meanwhile');
});

test('beside its own clients those of the installation are offered, as far as they are open', async (t) => {
  const { close, read, set } = await open(t);
  await set('google');
  const offered = async (...installation: OAuthProvider[]) => (await read(installation))?.offered;

  assert.deepEqual(await offered('github'), { google: true, github: true });
  assert.deepEqual(await offered('google'), { google: true, github: false });
  await close('github');
  assert.deepEqual(await offered('github'), { google: true, github: false });
  await close('google');
  assert.deepEqual(await offered('google', 'github'), { google: false, github: true });
  assert.deepEqual((await read([]))?.own, {}, 'what is closed is not used');
});

test('a client whose secret cannot be read is neither used nor replaced', async (t) => {
  const { read, set } = await open(t);
  await set('google');
  const secret = 'another secret of thirty-two characters';

  const link = await read(['google', 'github'], {
    secrets: openSecrets({ secret, previous: undefined }),
  });

  assert.deepEqual([link?.own, link?.offered], [{}, { google: false, github: true }]);
  const broken = {
    decryptSecret: () => {
      throw new TypeError('away');
    },
  } as unknown as AccountTools['secrets'];
  await assert.rejects(read([], { secrets: broken }), { name: 'TypeError', message: 'away' });
});

test('a row for a provider that nobody knows any longer opens nothing', async (t) => {
  const { tools, id, read, set } = await open(t);
  await set('google');
  await tools.metadata.transaction(({ db }) =>
    db
      .updateTable('oauth_clients')
      .set({ provider: 'former' as OAuthProvider })
      .execute(),
  );
  const secrets = { ...tools.secrets, decryptSecret: () => 'open' };

  assert.deepEqual(await read(['google'], { secrets }), {
    organization: { id, name: 'Acme' },
    own: {},
    offered: { google: true, github: false },
  });
});
