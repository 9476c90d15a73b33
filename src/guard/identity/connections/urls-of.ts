import type { ConnectionKind } from '../../../spec/identity.ts';

interface Needs {
  readonly publicOrigin: () => string;
}

/** Of each connection its own addresses, so that an answer for one fits no other. */
interface Known {
  readonly id: string;
  readonly kind: ConnectionKind;
}

/** Where a sign-in through a connection begins. */
export function startUrlOf(needs: Needs, { id, kind }: Known): string {
  return `${needs.publicOrigin()}/api/auth/${kind}/${id}/start`;
}

/** Where the provider sends browsers back to. */
export function redirectUrlOf({ publicOrigin }: Needs, connection: string): string {
  return `${publicOrigin()}/api/auth/oidc/${connection}/callback`;
}

/** The same for SAML, where browsers bring a form. */
export function acsUrlOf({ publicOrigin }: Needs, connection: string): string {
  return `${publicOrigin()}/api/auth/saml/${connection}/acs`;
}

/** Our name for providers, and where they can read about us. */
export function entityIdOf({ publicOrigin }: Needs, connection: string): string {
  return `${publicOrigin()}/api/auth/saml/${connection}/metadata`;
}

/** Where the browser itself fetches the result of the posted form. */
export function finishUrlOf({ publicOrigin }: Needs, connection: string, code: string): string {
  return `${publicOrigin()}/api/auth/saml/${connection}/finish?code=${code}`;
}
