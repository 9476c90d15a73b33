import { AppError } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { Request } from '../../../http/gate.ts';
import type { SignInWay } from '../../../spec/sign-in.ts';
import { isAllowedAddress, type Networks, readNetworks } from '../organizations/networks.ts';
import { readBreakGlass, readProvedDomains, readRequired } from './required-sign-in-table.ts';

/** People with an address in these domains need a session of one of these connections. */
export interface RequiredSignIn {
  readonly connections: readonly string[];
  readonly domains: ReadonlySet<string>;
  /** Owners who get in with their password, by user, each from these networks. */
  readonly breakGlass: ReadonlyMap<string, Networks | undefined>;
}

/** Undefined when nothing is required. Without anybody who could get round it, it is not required either. */
export async function readRequiredSignIn(
  reader: Pick<Metadata, 'db'>,
  organization: OrganizationId,
): Promise<RequiredSignIn | undefined> {
  const connections = await readRequired(reader, organization);
  if (connections.length === 0) return undefined;
  const owners = await readBreakGlass(reader, organization);
  if (owners.length === 0) return undefined;
  const breakGlass = owners.map(
    ({ user_id: user, networks }) =>
      [user, readNetworks(JSON.parse(networks) as string[])] as const,
  );
  return {
    connections,
    domains: new Set(await readProvedDomains(reader, organization)),
    breakGlass: new Map(breakGlass),
  };
}

interface SignedInSession {
  readonly id: string;
  readonly email: string;
  readonly signedInWith: SignInWay;
  readonly connection: string | undefined;
}

export function requireSignIn(
  required: RequiredSignIn | undefined,
  request: Request,
  organization: OrganizationId,
  { id, email, signedInWith, connection }: SignedInSession,
): void {
  if (required === undefined) return;
  const { connections, domains, breakGlass } = required;
  if (!domains.has(email.slice(email.lastIndexOf('@') + 1))) return;
  if (connection !== undefined && connections.includes(connection)) return;
  const isNamed = signedInWith === 'password' && breakGlass.has(id);
  if (isNamed && isAllowedAddress(breakGlass.get(id), request.ip)) return;
  request.refused = { organization, name: email };
  throw new AppError(
    'SSO_REQUIRED',
    'This organization requires you to sign in through its identity provider.',
    { fields: { connection: connections[0] ?? null } },
  );
}
