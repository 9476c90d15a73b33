import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { parseUserOutput } from 'better-auth/db';
import type { AsyncLocalStorage } from 'node:async_hooks';
import { SECOND_MS } from '../../spec/units.ts';
import type { AccountTools } from './account-needs.ts';
import type { SigningIn } from './auth-store.ts';

/**
 * Begins sessions for which better-auth has no way of its own. It has no address: only the code beside it can call it,
 * within a visit that says who the person is, and what vouches for them.
 */
export function sessionPlugin(
  { clock }: Pick<AccountTools, 'clock'>,
  visits: AsyncLocalStorage<SigningIn>,
) {
  return {
    id: 'connections',
    endpoints: {
      /** A connection of an organization vouches for the person. */
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
      /** The person has given their password, and proved a second factor. */
      completeSignIn: createAuthEndpoint({ method: 'POST' }, async (context) => {
        const proved = visits.getStore()?.proved;
        if (proved === undefined) throw new Error('a session begins without a second factor');
        const { internalAdapter, options } = context.context;
        const user = await internalAdapter.findUserById(proved.user);
        if (user === null) throw new Error('a session begins without a user');
        const session = await internalAdapter.createSession(user.id, !proved.isRemembered);
        await setSessionCookie(context, { session, user }, !proved.isRemembered);
        return context.json({ user: parseUserOutput(options, user) });
      }),
    },
  } satisfies BetterAuthPlugin;
}
