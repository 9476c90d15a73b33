import type { AlertChannel } from '../../../../../src/contract/alert-channels.ts';

/** The action that the user has started on channels. */
export type ChannelAction =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'delete' | 'rotate'; readonly channel: AlertChannel };
