/** Connections of an organization to its identity providers. */
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { AppError, invalid, notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type {
  Connection,
  ConnectionChange,
  ConnectionDraft,
} from '../../../contract/connections.ts';
import { isUniqueViolation, type Unit } from '../../../engines/metadata/metadata.ts';
import type { ConnectionRow } from '../../../engines/metadata/tables/identity.ts';
import { CONNECTION_PRESETS } from '../../../spec/identity.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { changeAccess, readRequired, releaseRoles } from '../../access/index.ts';
import { actorName, recordAudit } from '../../audit/index.ts';
import type { ConnectionNeeds } from '../identity-needs.ts';
import { checkIssuer } from './check-issuer.ts';
import {
  connectionSecretPlace,
  endSessionsOf,
  findConnection,
  insertConnection,
  readConnections,
  removeConnection,
  updateConnection,
} from './connections-table.ts';
import { settleDirectory } from '../scim/settle-directory.ts';
import { forgetIdentities } from './identities-table.ts';
import { makeKeys } from '../saml/make-keys.ts';
import { readSamlProvider, showCertificate } from '../saml/read-saml-provider.ts';
import {
  columnsOf,
  type ConnectionSettings,
  readConnectionRow,
  type SamlSettings,
} from './read-connection.ts';
import { acsUrlOf, entityIdOf, redirectUrlOf, startUrlOf } from './urls-of.ts';

export async function listConnections(
  needs: ConnectionNeeds,
  { organization }: Actor,
): Promise<Connection[]> {
  return (await readConnections(needs.metadata, organization)).map((row) => show(needs, row));
}

export async function readConnection(
  needs: ConnectionNeeds,
  { organization }: Actor,
  id: string,
): Promise<Connection> {
  const row = await findConnection(needs.metadata, organization, id);
  if (row === undefined) throw notFound('connection');
  return show(needs, row);
}

export async function createConnection(
  needs: ConnectionNeeds,
  actor: Actor,
  draft: ConnectionDraft,
): Promise<Connection> {
  const { kind } = draft;
  if (kind !== 'oidc' && kind !== 'saml') {
    throw invalid('kind', 'The kind of a connection is oidc or saml.');
  }
  const { organization } = actor;
  const now = needs.clock.now();
  const id = newId('connection');
  const { secret, ...own } =
    kind === 'oidc' ? oidcDraft(needs, draft) : await samlDraft(needs, id, draft);
  const settings = settingsOf(draft, { ...DEFAULTS, name: draft.name, ...own });
  const row: ConnectionRow = {
    id,
    organization_id: organization,
    kind,
    version: 1,
    ...columnsOf(settings),
    client_secret: seal(needs, actor, id, secret),
    test_result: null,
    tested_at: null,
    created_by: actorName(actor),
    created_at: now,
    updated_at: now,
  };
  await withOwnName(() =>
    changeAccess(needs.access, organization, async (unit, touch) => {
      await unit.lockRow('organizations', { id: organization });
      const { connectionsMax: max } = LIMITS.identity;
      if ((await readConnections(unit, organization)).length >= max) {
        const message = `An organization can have at most ${max} connections.`;
        const fields = { limit: max, resource: 'connections' };
        throw new AppError('PLAN_LIMIT_REACHED', message, { fields });
      }
      await insertConnection(unit, row);
      await settleDirectory(needs, unit, actor, touch);
      const { name, issuer } = settings;
      const change = { after: { ...settings }, secrets: ['clientSecret'] };
      const event = { action: 'connection.created', resource: id, change } as const;
      await recordAudit(unit, actor, { ...event, details: { name, issuer } }, now);
    }),
  );
  return show(needs, row);
}

interface OwnDraft extends Pick<ConnectionSettings, 'issuer' | 'clientId' | 'saml'> {
  readonly secret: string;
}

function oidcDraft(needs: ConnectionNeeds, draft: ConnectionDraft): OwnDraft {
  refuseSaml(draft);
  const { issuer, clientId, clientSecret: secret } = draft;
  if (issuer === undefined) throw invalid('issuer', 'Enter the issuer.');
  if (clientId === undefined) throw invalid('clientId', 'Enter the client ID.');
  if (secret === undefined) throw invalid('clientSecret', 'Enter the client secret.');
  checkIssuer(needs.outbound, issuer);
  return { issuer, clientId, secret, saml: undefined };
}

/** The key is ours, generated for this connection only. */
async function samlDraft(
  needs: ConnectionNeeds,
  id: string,
  draft: ConnectionDraft,
): Promise<OwnDraft> {
  refuseOidc(draft);
  const { issuer, ...provider } = readSamlProvider(needs.outbound, draft, undefined);
  const { privateKey, certificate } = await makeKeys(id, needs.clock.now());
  const { idpInitiated = 'bounce', encrypted = false } = draft;
  const saml = { ...provider, idpInitiated, encrypted, certificate };
  return { issuer, clientId: entityIdOf(needs.access, id), secret: privateKey, saml };
}

function refuseSaml(given: ConnectionChange): void {
  for (const name of SAML_FIELDS) {
    if (given[name] !== undefined) throw invalid(name, 'Only connections by SAML have this field.');
  }
}

function refuseOidc(given: ConnectionChange): void {
  for (const name of OIDC_FIELDS) {
    if (given[name] === undefined) continue;
    throw invalid(name, 'Only connections by OpenID Connect have this field.');
  }
}

const OIDC_FIELDS = ['issuer', 'clientId', 'clientSecret'] as const;
const SAML_FIELDS = [
  'entityId',
  'metadata',
  'ssoUrl',
  'certificates',
  'idpInitiated',
  'encrypted',
] as const;

/** A new issuer or client does not vouch for earlier sign-ins, and gets no secret that was entered for the old one. */
export async function changeConnection(
  needs: ConnectionNeeds,
  actor: Actor,
  id: string,
  change: ConnectionChange,
): Promise<Connection> {
  if (change.issuer !== undefined) checkIssuer(needs.outbound, change.issuer);
  const { organization } = actor;
  const now = needs.clock.now();
  const changed = await withOwnName(() =>
    changeAccess(needs.access, organization, async (unit, touch) => {
      await unit.lockRow('organizations', { id: organization });
      await unit.lockRow('connections', { id, organization_id: organization });
      const row = await findConnection(unit, organization, id);
      if (row === undefined) throw notFound('connection');
      const before = settingsIn(row);
      const after = settingsOf(change, { ...before, ...ownChange(needs, change, before) });
      const isElsewhere = after.issuer !== before.issuer;
      if (isElsewhere && row.kind === 'oidc' && change.clientSecret === undefined) {
        throw invalid('clientSecret', 'Enter the client secret of the new issuer.');
      }
      const set = {
        ...columnsOf(after),
        ...(change.clientSecret === undefined
          ? {}
          : { client_secret: seal(needs, actor, id, change.clientSecret) }),
        version: row.version + 1,
        updated_at: now,
      };
      await updateConnection(unit, organization, id, set);
      if (isElsewhere || after.clientId !== before.clientId) {
        for (const user of await endSessionsOf(unit, organization, id)) touch(user);
        // Entra ID identifies a person differently to each client: with the old identities, nobody could sign in to the
        // new one.
        const others = (await readConnections(unit, organization)).filter((one) => one.id !== id);
        if (others.every(({ issuer }) => issuer !== before.issuer)) {
          await forgetIdentities(unit, organization, before.issuer);
        }
      }
      if (after.roleMap.length === 0) await releaseRoles(unit, organization, id);
      await settleDirectory(needs, unit, actor, touch);
      const secrets = change.clientSecret === undefined ? [] : ['clientSecret'];
      const event = {
        action: 'connection.updated',
        resource: id,
        details: { name: after.name, issuer: after.issuer },
        change: { before: { ...before }, after: { ...after }, secrets },
      } as const;
      await recordAudit(unit, actor, event, now);
      return { ...row, ...set };
    }),
  );
  return show(needs, changed);
}

/** What only its kind has. */
function ownChange(
  { outbound }: ConnectionNeeds,
  change: ConnectionChange,
  { issuer, saml }: ConnectionSettings,
): Partial<ConnectionSettings> {
  if (saml === undefined) {
    refuseSaml(change);
    return {};
  }
  refuseOidc(change);
  const { issuer: named, ...provider } = readSamlProvider(outbound, change, { issuer, ...saml });
  const { idpInitiated = saml.idpInitiated, encrypted = saml.encrypted } = change;
  return { issuer: named, saml: { ...saml, ...provider, idpInitiated, encrypted } };
}

export async function deleteConnection(
  needs: ConnectionNeeds,
  actor: Actor,
  id: string,
): Promise<void> {
  const { organization } = actor;
  await changeAccess(needs.access, organization, async (unit, touch) => {
    await unit.lockRow('connections', { id, organization_id: organization });
    const row = await findConnection(unit, organization, id);
    if (row === undefined) throw notFound('connection');
    await requireOptional(unit, organization, id);
    for (const user of await endSessionsOf(unit, organization, id)) touch(user);
    await releaseRoles(unit, organization, id);
    await removeConnection(unit, organization, id);
    const { name, issuer } = row;
    const change = { before: { ...settingsIn(row) } };
    const event = { action: 'connection.deleted', resource: id, change } as const;
    await recordAudit(unit, actor, { ...event, details: { name, issuer } }, needs.clock.now());
  });
}

/**
 * Removing a required connection would let everybody in with passwords; permission for that is checked where the
 * requirement is changed.
 */
async function requireOptional(
  unit: Unit,
  organization: Actor['organization'],
  id: string,
): Promise<void> {
  if (!(await readRequired(unit, organization)).includes(id)) return;
  throw new AppError(
    'CONFLICT',
    'Sign-in through this connection is required. Disable that first.',
  );
}

const DEFAULTS = {
  preset: 'other',
  jit: true,
  roleMap: [],
  defaultRole: 'viewer',
  onMissingGroups: 'keep',
  sessionHours: LIMITS.identity.sessionHoursMax,
} as const;

/** Given values, with the current ones as fallback. Another preset brings its own claim names. */
function settingsOf(
  given: ConnectionChange,
  held: Omit<ConnectionSettings, 'attributes'> & {
    readonly attributes?: ConnectionChange['attributes'];
  },
): ConnectionSettings {
  const preset = given.preset ?? held.preset;
  const known = given.preset === undefined ? held.attributes : undefined;
  const { claims: ofTokens, samlAttributes } = CONNECTION_PRESETS[preset];
  const claims = held.saml === undefined ? ofTokens : samlAttributes;
  const settings = {
    name: (given.name ?? held.name).trim(),
    preset,
    issuer: given.issuer ?? held.issuer,
    clientId: given.clientId ?? held.clientId,
    attributes: { ...claims, ...known, ...given.attributes },
    jit: given.jit ?? held.jit,
    roleMap: given.roleMap ?? held.roleMap,
    defaultRole: given.defaultRole ?? held.defaultRole,
    onMissingGroups: given.onMissingGroups ?? held.onMissingGroups,
    sessionHours: given.sessionHours ?? held.sessionHours,
    saml: held.saml,
  };
  const groups = settings.roleMap.map(({ group }) => group);
  const twice = groups.findIndex((group, at) => groups.indexOf(group) !== at);
  if (twice !== -1) throw invalid(`roleMap.${twice}.group`, 'This group is listed twice.');
  return settings;
}

function settingsIn(row: ConnectionRow): ConnectionSettings {
  const {
    id: _id,
    kind: _kind,
    organization: _of,
    version: _v,
    ...settings
  } = readConnectionRow(row);
  return settings;
}

function show(needs: ConnectionNeeds, row: ConnectionRow): Connection {
  const { organization: _of, version: _v, roleMap, saml, ...shown } = readConnectionRow(row);
  return {
    ...shown,
    roleMap: [...roleMap],
    startUrl: startUrlOf(needs.access, row),
    redirectUrl: redirectUrlOf(needs.access, row.id),
    ...(saml === undefined ? {} : showSaml(needs, row.id, saml)),
    createdBy: row.created_by,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

function showSaml({ access }: ConnectionNeeds, id: string, saml: SamlSettings) {
  const { ssoUrl, certificates, idpInitiated, encrypted } = saml;
  const acsUrl = acsUrlOf(access, id);
  return {
    ssoUrl,
    certificates: certificates.map(showCertificate),
    idpInitiated,
    encrypted,
    redirectUrl: acsUrl,
    acsUrl,
    entityId: entityIdOf(access, id),
    metadataUrl: entityIdOf(access, id),
  };
}

function seal({ secrets }: ConnectionNeeds, actor: Actor, id: string, secret: string): string {
  return secrets.encryptSecret(connectionSecretPlace(actor.organization, id), secret);
}

async function withOwnName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'connections_organization_id_name_key')) throw error;
    throw new AppError('CONFLICT', 'There is already a connection with this name.');
  }
}
