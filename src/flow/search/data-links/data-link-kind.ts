import { DATA_LINK_NAME } from '../../../contract/data-links.ts';
import type { ManagedKind } from '../../../room.ts';
import { knowledgeKind } from '../knowledge/knowledge-kind.ts';
import type { KnowledgeNeeds } from '../knowledge/manage-knowledge.ts';
import { DATA_LINKS } from './data-links.ts';

/** Data links as code. */
export function dataLinkKind(needs: KnowledgeNeeds): ManagedKind {
  return knowledgeKind(needs, DATA_LINKS, {
    kind: 'dataLinks',
    permissions: {
      read: 'data-links:read',
      write: 'data-links:manage',
      delete: 'data-links:manage',
    },
    namePattern: DATA_LINK_NAME,
  });
}
