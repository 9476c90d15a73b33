import { organizationId, type OrganizationId } from '../../base/ids.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import type { SecretPlace, Secrets } from '../../engines/secrets/secrets.ts';

/** Encrypted data of a stream: anyone who knows the address can write there. */
export interface StreamSecret {
  readonly url: string;
  /** Of a webhook: the key that signs. Of Splunk: the token of the collector. */
  readonly key: string;
}

export function streamSecretPlace(organization: OrganizationId, id: string): SecretPlace {
  return { organization, purpose: 'audit-stream', row: id };
}

export function sealSecret(
  secrets: Secrets,
  { organization_id: organization, id }: Pick<AuditStreamRow, 'organization_id' | 'id'>,
  secret: StreamSecret,
): string {
  return secrets.encryptSecret(
    streamSecretPlace(organizationId(organization), id),
    JSON.stringify(secret),
  );
}

export function openSecret(
  secrets: Secrets,
  { organization_id: organization, id, secret }: AuditStreamRow,
): StreamSecret {
  const place = streamSecretPlace(organizationId(organization), id);
  return JSON.parse(secrets.decryptSecret(place, secret)) as StreamSecret;
}
