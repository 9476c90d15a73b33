import { randomBytes } from 'node:crypto';
import { randomBase62, type UserId } from '../../../base/ids.ts';
import type { ConnectionRow } from '../../../engines/metadata/tables/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type BegunFlow, hashOf, openSecret } from '../connections/begin-flow.ts';
import { insertFlow } from '../connections/flows-table.ts';
import { readConnectionRow } from '../connections/read-connection.ts';
import { acsUrlOf, entityIdOf } from '../connections/urls-of.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import { requestUrl } from './write-messages.ts';

/** The way to a SAML provider: its answer names our request, and the browser has the cookie. */
export async function beginSamlFlow(
  needs: ConnectionNeeds,
  row: ConnectionRow,
  { returnPath, testedBy }: { readonly returnPath: string; readonly testedBy?: UserId },
): Promise<BegunFlow> {
  const { organization, saml } = readConnectionRow(row);
  if (saml === undefined) throw new Error('a connection without SAML begins a sign-in by SAML');
  const privateKey = openPrivateKey(needs, row);
  const id = `_${randomBytes(20).toString('hex')}`;
  const browser = randomBase62(43);
  const now = needs.clock.now();
  await insertFlow(needs.metadata, {
    id: hashOf(id),
    organization_id: organization,
    connection_id: row.id,
    browser: hashOf(browser),
    nonce: '',
    verifier: '',
    return_path: returnPath,
    tested_by: testedBy ?? null,
    expires_at: now + LIMITS.identity.flowMsMax,
  });
  const entityId = entityIdOf(needs.access, row.id);
  const ours = { entityId, acsUrl: acsUrlOf(needs.access, row.id), certificate: saml.certificate };
  return { url: requestUrl(ours, { id, now, ssoUrl: saml.ssoUrl, privateKey }), browser };
}

export function openPrivateKey(needs: ConnectionNeeds, row: ConnectionRow): string {
  return openSecret(needs, row, 'The private key can’t be decrypted. Create the connection again.');
}
