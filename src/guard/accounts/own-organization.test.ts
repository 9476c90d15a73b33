import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { invite, openAccountTools } from '../../../test/support/guard/open-account-tools.ts';
import { userId } from '../../base/ids.ts';
import { readMemberships } from '../access/index.ts';
import type { SigningIn } from './auth-store.ts';
import { createAuth } from './create-auth.ts';

for (const [ownOrganization, email, organizations] of [
  ['always', 'invited@example.com', 1],
  ['uninvited', 'invited@example.com', 0],
  ['uninvited', 'nobody@example.com', 1],
] as const) {
  test(`with ${ownOrganization}, ${email} has ${organizations} organizations after the first sign-in with a provider`, async (t) => {
    const { access, metadata, tools } = await openAccountTools(t);
    const { id, owner } = await access.newOrganization();
    await invite(access, id, owner.id, { email: 'invited@example.com' });
    const visits = new AsyncLocalStorage<SigningIn>();
    const auth = createAuth({ ...tools, ownOrganization }, visits, { clients: {} });
    const { adapter } = await auth.$context;
    const visit = { ipAddress: '192.0.2.7', userAgent: 'test', signedInWith: 'google' } as const;
    const times = { createdAt: new Date(1_000), updatedAt: new Date(1_000) };
    const data = { name: 'Ada', email, emailVerified: true, ...times };

    const user = await visits.run(visit, async () =>
      adapter.create<typeof data, { id: string }>({ model: 'user', data }),
    );

    assert.equal((await readMemberships(metadata, userId(user.id))).length, organizations);
  });
}
