import type { AuditStream } from '../../../../../src/contract/audit-streams.ts';

/** What was chosen to be done. */
export type StreamAction =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'replay' | 'delete'; readonly stream: AuditStream };
