import type { ManagedKind } from '../../../room.ts';
import { knowledgeKind, type KnowledgeNeeds } from '../../../flow/search/index.ts';
import { checksOf } from './check-content.ts';

/** Any name that the API takes. */
const ANY_NAME = /\S/;

/** Checks as code. */
export function checkKind(needs: KnowledgeNeeds & { readonly vendor: string }): ManagedKind {
  return knowledgeKind(needs, checksOf(needs), {
    kind: 'checks',
    permissions: { read: 'checks:read', write: 'checks:write', delete: 'checks:delete' },
    namePattern: ANY_NAME,
  });
}
