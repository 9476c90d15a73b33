import type { AccessNeeds } from '../access-needs.ts';
import type { OauthClients } from './open-oauth-clients.ts';

export interface OauthNeeds extends Pick<
  AccessNeeds,
  'metadata' | 'cache' | 'clock' | 'publicOrigin'
> {
  readonly clients: OauthClients;
}
