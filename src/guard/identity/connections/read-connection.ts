import type {
  ClaimNames,
  ConnectionKind,
  ConnectionPreset,
  DefaultRole,
  IdpInitiated,
  MappedRole,
  MissingGroups,
} from '../../../spec/identity.ts';
import { organizationId, type OrganizationId } from '../../../base/ids.ts';
import type { ConnectionRow } from '../../../engines/metadata/tables/identity.ts';

/** The settings of a connection, without its secret. */
export interface ConnectionSettings {
  readonly name: string;
  readonly preset: ConnectionPreset;
  readonly issuer: string;
  readonly clientId: string;
  readonly attributes: ClaimNames;
  readonly jit: boolean;
  readonly roleMap: readonly { readonly group: string; readonly role: MappedRole }[];
  readonly defaultRole: DefaultRole;
  readonly onMissingGroups: MissingGroups;
  readonly sessionHours: number;
  /** What only SAML has. */
  readonly saml: SamlSettings | undefined;
}

export interface SamlSettings {
  /** Where the provider takes requests. */
  readonly ssoUrl: string;
  /** Of the provider, PEM. */
  readonly certificates: readonly string[];
  readonly idpInitiated: IdpInitiated;
  /** Assertions that are not are refused. */
  readonly encrypted: boolean;
  /** Ours, PEM. */
  readonly certificate: string;
}

export interface ReadConnection extends ConnectionSettings {
  readonly id: string;
  readonly kind: ConnectionKind;
  readonly organization: OrganizationId;
  readonly version: number;
}

export function readConnectionRow(row: ConnectionRow): ReadConnection {
  return {
    id: row.id,
    kind: row.kind,
    organization: organizationId(row.organization_id),
    version: row.version,
    name: row.name,
    preset: row.preset,
    issuer: row.issuer,
    clientId: row.client_id,
    attributes: JSON.parse(row.attributes) as ClaimNames,
    jit: row.jit === 1,
    roleMap: JSON.parse(row.role_map) as ConnectionSettings['roleMap'],
    defaultRole: row.default_role,
    onMissingGroups: row.on_missing_groups,
    sessionHours: row.session_hours,
    saml: row.saml === null ? undefined : (JSON.parse(row.saml) as SamlSettings),
  };
}

export function columnsOf(settings: ConnectionSettings) {
  return {
    name: settings.name,
    preset: settings.preset,
    issuer: settings.issuer,
    client_id: settings.clientId,
    attributes: JSON.stringify(settings.attributes),
    jit: settings.jit ? 1 : 0,
    role_map: JSON.stringify(settings.roleMap),
    default_role: settings.defaultRole,
    on_missing_groups: settings.onMissingGroups,
    session_hours: settings.sessionHours,
    saml: settings.saml === undefined ? null : JSON.stringify(settings.saml),
  };
}
