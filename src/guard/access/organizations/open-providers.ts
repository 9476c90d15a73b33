import type { OrganizationRow } from '../../../engines/metadata/tables/access.ts';
import { OAUTH_PROVIDER_IDS, type OAuthProvider, perProvider } from '../../../spec/sign-in.ts';

type Column = Pick<OrganizationRow, 'closed_providers'>;

/** Which identity providers members may sign in with: all that were not closed, later ones included. */
export function openProviders(row: Column): Record<OAuthProvider, boolean> {
  const closed = JSON.parse(row.closed_providers) as readonly string[];
  return perProvider((provider) => !closed.includes(provider));
}

export function closedProviders(open: Readonly<Record<OAuthProvider, boolean>>): string {
  return JSON.stringify(OAUTH_PROVIDER_IDS.filter((provider) => !open[provider]));
}
