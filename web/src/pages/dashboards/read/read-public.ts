import type { ChosenVariables } from '../../../../../src/contract/dashboard-data.ts';
import type { PublicDashboard } from '../../../../../src/contract/dashboard-sharing.ts';
import { addressOf, request } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';

/** Asks with the token of the link alone: who looks may be signed in elsewhere, and that is nobody's business here. */
export async function readPublic(
  token: string,
  variables: ChosenVariables,
  signal: AbortSignal,
): Promise<PublicDashboard> {
  const body = { variables };
  const response = await request(
    addressOf(api.readPublicDashboard, { body }),
    {
      method: api.readPublicDashboard.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    },
    'anonymous',
  );
  return ((await response.json()) as { readonly data: PublicDashboard }).data;
}
