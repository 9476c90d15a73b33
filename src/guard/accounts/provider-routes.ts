/** Signing in with an identity provider: the way there and the way back. */
import { AppError, notFound } from '../../base/errors.ts';
import { organizationId, type OrganizationId } from '../../base/ids.ts';
import * as contract from '../../contract/accounts.ts';
import type { App } from '../../http/app.ts';
import type { Request } from '../../http/gate.ts';
import { requireOwnOrigin } from '../../http/require-own-origin.ts';
import { type OAuthProvider, perProvider } from '../../spec/sign-in.ts';
import type { SigningIn } from './auth-store.ts';
import { readSignInLink, type SignInLink } from './clients-of-link.ts';
import type { Auth } from './create-auth.ts';
import type { Accounts } from './open-accounts.ts';
import { relay } from './relay.ts';
import { headersOf, visitOf } from './visit-of.ts';

/** What a provider sends a browser back with. */
interface CallbackQuery {
  readonly code?: string;
  readonly state?: string;
  readonly error?: string;
}

export function providerRoutes(app: App, accounts: Accounts): void {
  app.route({
    ...contract.listProviders,
    handler: async ({ query }) => offeredProviders(accounts, query.organization),
  });
  app.route({
    ...contract.signInWithProvider,
    handler: async (request, reply) => {
      requireOwnOrigin(accounts.tools.publicOrigin(), request);
      const { provider, organization, callbackURL = '/', errorCallbackURL } = request.body;
      const body = {
        provider,
        callbackURL,
        disableRedirect: true,
        ...(errorCallbackURL === undefined ? {} : { errorCallbackURL }),
      };
      const link = await linkOf(accounts, organization);
      if (link !== undefined && !link.offered[provider]) throw notFound('way to sign in');
      const own = link?.own[provider] === undefined ? undefined : link;
      const answer = await callOnWay(accounts, request, provider, own, (api) =>
        api.signInSocial({ body, headers: headersOf(request), asResponse: true }),
      );
      return relay(reply, answer);
    },
  });
  app.route({
    ...contract.providerCallback,
    handler: async (request, reply) => {
      const { provider } = request.params;
      const answer = await callOnWay(accounts, request, provider, undefined, (api) =>
        api.callbackOAuth(returning(request, provider, request.query)),
      );
      return relay(reply, answer);
    },
  });
  app.route({
    ...contract.organizationCallback,
    handler: async (request, reply) => {
      const { params, query } = request;
      const answer = await recordReturn(accounts, request, params, query);
      // The client may have been removed while the person was at the provider.
      if (answer === undefined) return reply.redirect(closedWay(accounts, params.organization));
      return relay(reply, answer);
    },
  });
}

/** Undefined when the organization has no such client, or none any longer once it is known who came. */
async function recordReturn(
  accounts: Accounts,
  request: Request,
  { provider, organization }: { provider: OAuthProvider; organization: string },
  query: CallbackQuery,
): Promise<Response | undefined> {
  const link = await linkOf(accounts, organization);
  if (link?.own[provider] === undefined) return undefined;
  try {
    return await callOnWay(accounts, request, provider, link, (api) =>
      api.callbackOAuth(returning(request, provider, query)),
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

async function offeredProviders(accounts: Accounts, organization: string | undefined) {
  const { oauth, signUp, isMailSent } = accounts.tools;
  const link = await linkOf(accounts, organization);
  const offered = link?.offered ?? perProvider((provider) => oauth[provider].client !== undefined);
  return { ...offered, organization: link?.organization ?? null, signUp, isMailSent };
}

async function linkOf(
  { tools }: Accounts,
  organization: string | undefined,
): Promise<SignInLink | undefined> {
  return organization === undefined
    ? undefined
    : readSignInLink(tools, organizationId(organization));
}

/**
 * The sign-in page, which shows the reason. The result is the same for an organization that does not exist and one that
 * closed the way.
 */
function closedWay({ tools }: Accounts, organization: string): string {
  return `${tools.publicOrigin()}/sign-in?error=way_closed&organization=${organization}`;
}

/** With the clients of the link, or with those of the installation. */
async function callOnWay(
  accounts: Accounts,
  request: Request,
  provider: OAuthProvider,
  link: SignInLink | undefined,
  call: (api: Auth['api']) => Promise<Response>,
): Promise<Response> {
  const organization: OrganizationId | undefined = link?.organization.id;
  const clientId = link?.own[provider]?.clientId;
  const flow = { provider, organization, ...(clientId === undefined ? {} : { clientId }) };
  const signingIn: SigningIn = { ...visitOf(request), signedInWith: provider, flow };
  return link === undefined
    ? accounts.callAuth(signingIn, call)
    : accounts.callAuthOf(link, signingIn, call);
}

function returning(
  request: Request,
  provider: OAuthProvider,
  { code, state, error }: CallbackQuery,
) {
  const query = {
    ...(code === undefined ? {} : { code }),
    ...(state === undefined ? {} : { state }),
    ...(error === undefined ? {} : { error }),
  };
  const params = { id: provider };
  return { method: 'GET', params, query, headers: headersOf(request), asResponse: true } as const;
}
