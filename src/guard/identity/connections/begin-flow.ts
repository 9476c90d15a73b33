import { createHash } from 'node:crypto';
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import {
  organizationId,
  randomBase62,
  type OrganizationId,
  type UserId,
} from '../../../base/ids.ts';
import type { ConnectionRow } from '../../../engines/metadata/tables/identity.ts';
import { type SecretPlace, UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import { CONNECTION_PRESETS } from '../../../spec/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import { connectionSecretPlace } from './connections-table.ts';
import { insertFlow } from './flows-table.ts';
import { readConnectionRow } from './read-connection.ts';
import { SsoRefusal } from './sso-refusal.ts';
import { redirectUrlOf } from './urls-of.ts';

export interface BegunFlow {
  /** Page of the provider. */
  readonly url: string;
  /** For the cookie of the browser. */
  readonly browser: string;
}

/** Starts the sign-in at the provider: the response must match the flow stored here and come from the same browser. */
export async function beginFlow(
  needs: ConnectionNeeds,
  row: ConnectionRow,
  { returnPath, testedBy }: { readonly returnPath: string; readonly testedBy?: UserId },
): Promise<BegunFlow> {
  const connection = readConnectionRow(row);
  const { organization, preset } = connection;
  const configuration = await configure(needs, row);
  const [state, browser, nonce, verifier] = Array.from({ length: 4 }, () => randomBase62(43));
  if (!state || !browser || !nonce || !verifier) throw new Error('no random text was made');
  const id = hashOf(state);
  await insertFlow(needs.metadata, {
    id,
    organization_id: organization,
    connection_id: row.id,
    browser: hashOf(browser),
    nonce,
    verifier: needs.secrets.encryptSecret(verifierPlace(organization, id), verifier),
    return_path: returnPath,
    tested_by: testedBy ?? null,
    expires_at: needs.clock.now() + LIMITS.identity.flowMsMax,
  });
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUrlOf(needs.access, row.id),
    scope: CONNECTION_PRESETS[preset].scopes.join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, browser };
}

export async function configure(needs: ConnectionNeeds, row: ConnectionRow) {
  const connection = readConnectionRow(row);
  return needs.providers.configure(
    connection,
    openSecret(needs, row, 'The client secret can’t be decrypted. Enter it again.'),
  );
}

/** Decrypts the secret of a connection: the client secret, or our private key. */
export function openSecret(
  { secrets, log }: ConnectionNeeds,
  { id, organization_id, client_secret: kept }: ConnectionRow,
  reason: string,
): string {
  try {
    return secrets.decryptSecret(connectionSecretPlace(organizationId(organization_id), id), kept);
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    log.warn({ connection: id }, 'secret of a connection cannot be decrypted');
    throw new SsoRefusal('SSO_CLIENT', reason);
  }
}

/** Where the verifier of a flow is kept. */
export function verifierPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'connection-flow', row: id };
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
