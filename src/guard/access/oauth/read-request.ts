/** Parses the authorization request from the URL of the consent page. The sender is unauthenticated. */
import { AppError } from '../../../base/errors.ts';
import { OAUTH_SCOPES, type OauthScope } from '../../../spec/roles.ts';
import type { OauthNeeds } from './oauth-needs.ts';
import type { OauthClient } from './open-oauth-clients.ts';
import { isListedRedirect } from './redirects.ts';

export interface ReadRequest {
  readonly client: OauthClient;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly challenge: string;
  readonly scopes: readonly OauthScope[];
}

export async function readRequest(
  needs: Pick<OauthNeeds, 'clients' | 'publicOrigin'>,
  query: string,
): Promise<ReadRequest> {
  const asked = readForm(query);
  const client = await needs.clients.read(asked.get('client_id') ?? '');
  const redirectUri = asked.get('redirect_uri') ?? '';
  // Before this check nothing may be sent to the redirect URI; after it, errors are shown to the person only.
  if (!isListedRedirect(client.redirects, redirectUri)) {
    throw wrongRequest('The client has not listed the address to which the code would be sent.');
  }
  if (asked.get('response_type') !== 'code') throw wrongRequest('response_type must be code.');
  const challenge = asked.get('code_challenge') ?? '';
  if (asked.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    throw wrongRequest('A code_challenge with the method S256 is required.');
  }
  if (!isResource(needs.publicOrigin(), asked.get('resource'))) {
    throw wrongRequest('resource must be the address of this MCP server.');
  }
  const state = asked.get('state');
  return { client, redirectUri, state, challenge, scopes: scopesOf(asked.get('scope')) };
}

/** Each parameter at most once. */
export function readForm(text: string): ReadonlyMap<string, string> {
  const asked = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (asked.has(name)) throw wrongRequest(`${name.slice(0, 40)} is sent twice.`);
    asked.set(name, value);
  }
  return asked;
}

export function resourceOf(publicOrigin: string): string {
  return `${publicOrigin}/mcp`;
}

/** Clients may append a slash. */
export function isResource(publicOrigin: string, text: string | undefined): boolean {
  return text === resourceOf(publicOrigin) || text === `${resourceOf(publicOrigin)}/`;
}

/** Unknown scopes are ignored, as the standard permits; read access is always included. */
function scopesOf(text: string | undefined): OauthScope[] {
  const words = (text ?? '').split(' ');
  return OAUTH_SCOPES.filter((scope) => scope === 'agent:read' || words.includes(scope));
}

function wrongRequest(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { details: [{ path: 'query', message }] });
}
