/** The return from a provider: it must belong to a sign-in that began in this browser. */
import { timingSafeEqual } from 'node:crypto';
import { authorizationCodeGrant } from 'openid-client';
import { notFound } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type {
  ConnectionFlowRow,
  ConnectionRow,
} from '../../../engines/metadata/tables/identity.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import { configure, hashOf, verifierPlace } from './begin-flow.ts';
import { findConnection } from './connections-table.ts';
import { findFlow, takeFlow } from './flows-table.ts';
import { type Claims, completeClaims } from './read-arrival.ts';
import { readConnectionRow } from './read-connection.ts';
import { SsoRefusal } from './sso-refusal.ts';
import { redirectUrlOf } from './urls-of.ts';
import { whyRefused } from './why-refused.ts';

export interface Return {
  /** From the path. */
  readonly connection: string;
  readonly state: string | undefined;
  /** From the cookie. */
  readonly browser: string | undefined;
  /** As it came, with everything that the provider wrote into it. */
  readonly query: string;
}

export interface TakenFlow {
  readonly flow: ConnectionFlowRow;
  readonly row: ConnectionRow;
}

/** Once: a second return with the same state finds nothing. One from another browser leaves it as it was. */
export async function takeBegunFlow(
  { metadata, clock }: ConnectionNeeds,
  { connection, state, browser }: Return,
): Promise<TakenFlow> {
  const flow = state === undefined ? undefined : await findFlow(metadata, hashOf(state));
  if (flow === undefined || browser === undefined) throw lost('Unknown sign-in.');
  if (!isSame(flow.browser, hashOf(browser))) {
    throw lost('The sign-in was started in another browser.');
  }
  if (flow.connection_id !== connection) {
    throw lost('The sign-in was started with another connection.');
  }
  const organization = organizationId(flow.organization_id);
  if (!(await takeFlow(metadata, organization, flow.id))) {
    throw lost('The sign-in was already completed.');
  }
  if (flow.expires_at <= clock.now()) throw lost('The sign-in took too long.');
  const row = await findConnection(metadata, organization, connection);
  if (row === undefined) throw notFound('connection');
  return { flow, row };
}

function lost(reason: string): SsoRefusal {
  return new SsoRefusal('SSO_STATE', reason);
}

export function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Returns the provider's claims about the person; throws an `SsoRefusal` for anything that does not match. */
export async function redeem(
  needs: ConnectionNeeds,
  { flow, row }: TakenFlow,
  { state = '', query }: Return,
): Promise<Claims> {
  const connection = readConnectionRow(row);
  const place = verifierPlace(connection.organization, flow.id);
  const verifier = needs.secrets.decryptSecret(place, flow.verifier);
  try {
    const configuration = await configure(needs, row);
    const url = new URL(`${redirectUrlOf(needs.access, row.id)}?${query}`);
    const tokens = await authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new SsoRefusal('SSO_TOKEN', 'The ID token is missing.');
    return await completeClaims(configuration, connection, { ...claims }, tokens.access_token);
  } catch (error) {
    throw whyRefused(error);
  }
}
