import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { AsyncLocalStorage } from 'node:async_hooks';
import { SECOND_MS } from '../../spec/units.ts';
import type { AccountTools } from './account-needs.ts';
import type { SigningIn } from './auth-store.ts';

/**
 * Begins a session for a person whom a connection of an organization vouches for. It has no address: only the code beside it can
 * call it, within a visit that names person and connection.
 */
export function sessionPlugin(
  { clock }: Pick<AccountTools, 'clock'>,
  visits: AsyncLocalStorage<SigningIn>,
) {
  return {
    id: 'connections',
    endpoints: {
      beginSession: createAuthEndpoint({ method: 'POST' }, async (context) => {
        const through = visits.getStore()?.through;
        if (through === undefined) throw new Error('a session begins without a connection');
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(through.user);
        if (user === null) throw new Error('a session begins without a user');
        const session = await internalAdapter.createSession(user.id);
        const maxAge = Math.floor((through.endsAt - clock.now()) / SECOND_MS);
        await setSessionCookie(context, { session, user }, false, { maxAge });
        return context.json({ status: true });
      }),
    },
  } satisfies BetterAuthPlugin;
}
