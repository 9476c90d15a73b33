import * as contract from '../../contract/accounts.ts';
import type { App } from '../../http/app.ts';
import type { Reply, Request, SignedIn } from '../../http/gate.ts';
import { requireOwnOrigin } from '../../http/require-own-origin.ts';
import { changePassword } from './change-password.ts';
import { headersOf, visitOf } from './visit-of.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { beginStep, SecondFactorNeeded } from './second-factor/sign-in-step.ts';
import { providerRoutes } from './provider-routes.ts';
import { organizationSignInRoutes } from './organization-sign-in-routes.ts';
import type { Accounts } from './open-accounts.ts';
import { relay } from './relay.ts';
import { requestPasswordReset, resetPassword } from './reset-password.ts';
import { noteFailedSignIn } from './note-failed-sign-in.ts';
import { requireFewFailures } from './failed-tries.ts';
import { signUp } from './sign-up.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';
import type { AccountTools, Visit } from './account-needs.ts';
import { auditUser, endSession, endSessions } from './users-table.ts';

/** Endpoints under /api/auth; anything not listed here does not exist. */
export function accountRoutes(app: App, accounts: Accounts): void {
  app.addHook('onSend', async (request, reply) => {
    setCookies(reply, accounts.cookiesFor(request));
  });
  signInRoutes(app, accounts);
  providerRoutes(app, accounts);
  organizationSignInRoutes(app, accounts);
  addressRoutes(app, accounts);
  passwordRoutes(app, accounts);
  secondFactorRoutes(app, accounts);
  sessionRoutes(app, accounts);
}

function signInRoutes(app: App, accounts: Accounts): void {
  app.route({
    ...contract.signUp,
    handler: async (request) => {
      requireOwnOrigin(accounts.tools.publicOrigin(), request);
      const { email, password, name = '', invitation } = request.body;
      const draft = { email, password, name: name.trim(), invitation };
      const emailVerified = await signUp(accounts.tools, visitOf(request), draft);
      const user = { email: email.toLowerCase(), name: name.trim(), emailVerified };
      return { token: null, user };
    },
  });
  app.route({
    ...contract.signIn,
    handler: async (request, reply) => {
      requireOwnOrigin(accounts.tools.publicOrigin(), request);
      const { email, password, rememberMe } = request.body;
      const body = { email, password, ...(rememberMe === undefined ? {} : { rememberMe }) };
      const visit = { ...visitOf(request), signedInWith: 'password' } as const;
      const tries = await requireFewFailures(accounts.tools, email);
      const answer = await accounts
        .callAuth(visit, (api) =>
          api.signInEmail({ body, headers: headersOf(request), asResponse: true }),
        )
        .catch((error: unknown) => {
          if (error instanceof SecondFactorNeeded) return error;
          throw error;
        });
      if (answer instanceof SecondFactorNeeded) {
        const isRemembered = rememberMe !== false;
        const step = { purpose: 'sign-in', session: null, isRemembered } as const;
        const secondFactor = await beginStep(accounts.tools, answer.user, step);
        return reply.send({ secondFactor });
      }
      if (answer.status === 401) await tries.noteFailure();
      if (answer.status === 401 || answer.status === 403) {
        await noteFailedSignIn(accounts.tools, visit, email, answer.status);
      }
      return relay(reply, answer);
    },
  });
  app.route({
    ...contract.signOut,
    handler: async (request, reply) => {
      requireOwnOrigin(accounts.tools.publicOrigin(), request);
      return relay(
        reply,
        await accounts.callAuth({ ...visitor(request), isSigningOut: true }, (api) =>
          api.signOut({ headers: headersOf(request), asResponse: true }),
        ),
      );
    },
  });
}

function addressRoutes(app: App, accounts: Accounts): void {
  app.route({
    ...contract.verifyEmail,
    handler: async (request) => {
      requireOwnOrigin(accounts.tools.publicOrigin(), request);
      const { token, password } = request.body;
      await verifyEmail(accounts.tools, visitOf(request), token, password);
      return { status: true };
    },
  });
  app.route({
    ...contract.sendVerificationEmail,
    handler: async (request) => {
      requireOwnOrigin(accounts.tools.publicOrigin(), request);
      await resendVerification(accounts.tools, request.body.email);
      return { status: true };
    },
  });
}

function passwordRoutes(app: App, accounts: Accounts): void {
  app.route({
    ...contract.requestPasswordReset,
    handler: async (request) => {
      requireOwnOrigin(accounts.tools.publicOrigin(), request);
      await requestPasswordReset(accounts.tools, request.body.email);
      return { status: true };
    },
  });
  app.route({
    ...contract.resetPassword,
    handler: async (request) => {
      requireOwnOrigin(accounts.tools.publicOrigin(), request);
      const { token, newPassword } = request.body;
      await resetPassword(accounts.tools, visitOf(request), token, newPassword);
      return { status: true };
    },
  });
  app.route({
    ...contract.changePassword,
    handler: async (request) => {
      await changePassword(accounts.tools, visitOf(request), request.user, request.body);
      return { status: true };
    },
  });
}

function sessionRoutes(app: App, accounts: Accounts): void {
  app.route({
    ...contract.getSession,
    handler: async (request, reply) => {
      const answer = await accounts.callAuth(visitor(request), (api) =>
        api.getSession({ headers: headersOf(request), asResponse: true }),
      );
      return relay(reply, answer);
    },
  });
  app.route({
    ...contract.listSessions,
    handler: async (request, reply) => {
      const answer = await accounts.callAuth(visitor(request), (api) =>
        api.listSessions({ headers: headersOf(request), asResponse: true }),
      );
      return relay(reply, answer, (body) => showSessions(body, request.user.sessionId));
    },
  });
  app.route({
    ...contract.revokeSession,
    handler: async (request) => {
      const only = request.body.token;
      await endOwnSessions(accounts.tools, visitOf(request), request.user, { only });
      return { status: true };
    },
  });
  app.route({
    ...contract.revokeOtherSessions,
    handler: async (request) => {
      const except = request.user.sessionId;
      await endOwnSessions(accounts.tools, visitOf(request), request.user, { except });
      return { status: true };
    },
  });
  app.route({
    ...contract.revokeSessions,
    handler: async (request) => {
      await endOwnSessions(accounts.tools, visitOf(request), request.user, { except: undefined });
      return { status: true };
    },
  });
}

/** `token`, by which better-auth's clients identify a session, contains the session id: it gives no access. */
function showSessions(body: unknown, current: string): unknown {
  if (!Array.isArray(body)) return body;
  return body.map((session: { readonly id: string }) => ({
    ...session,
    token: session.id,
    isCurrent: session.id === current,
  }));
}

function visitor(request: Request) {
  return { ...visitOf(request), signedInWith: 'password' } as const;
}

function setCookies(reply: Reply, cookies: readonly string[]): void {
  if (cookies.length === 0 || reply.hasHeader('set-cookie')) return;
  reply.header('set-cookie', [...cookies]);
}

/** Which of them: one, or all but one. */
type SessionChoice = { readonly only: string } | { readonly except: string | undefined };

/** Users can end only sessions of the same account. */
async function endOwnSessions(
  tools: AccountTools,
  visit: Visit,
  user: Pick<SignedIn, 'id' | 'email'>,
  which: SessionChoice,
): Promise<void> {
  await tools.metadata.transaction(async (unit) => {
    const sessions =
      'only' in which
        ? await endSession(unit, user.id, which.only)
        : await endSessions(unit, user.id, which.except);
    if (sessions === 0) return;
    const event = { action: 'user.sessions_ended', details: { sessions } } as const;
    await auditUser(unit, user, visit, event, tools.clock.now());
  });
  tools.cache.forget(user.id);
}
