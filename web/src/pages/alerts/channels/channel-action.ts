import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';

/** What somebody has begun to do with channels. */
export type ChannelAction =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'delete' | 'rotate'; readonly channel: AlertChannel };
