import { DATA_MODEL_NAME } from '../../../contract/data-models.ts';
import type { ManagedKind } from '../../../room.ts';
import { knowledgeKind } from '../knowledge/knowledge-kind.ts';
import type { KnowledgeNeeds } from '../knowledge/manage-knowledge.ts';
import { DATA_MODELS } from './data-models.ts';

/** Data models as code. */
export function dataModelKind(needs: KnowledgeNeeds): ManagedKind {
  return knowledgeKind(needs, DATA_MODELS, {
    kind: 'dataModels',
    permissions: {
      read: 'data-models:read',
      write: 'data-models:write',
      delete: 'data-models:delete',
    },
    namePattern: DATA_MODEL_NAME,
  });
}
