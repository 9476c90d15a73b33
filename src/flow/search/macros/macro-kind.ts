import type { Definition } from '../../../contract/check-bundle.ts';
import { MACRO_NAME } from '../../../contract/macros.ts';
import type { ManagedKind } from '../../../room.ts';
import { knowledgeKind } from '../knowledge/knowledge-kind.ts';
import type { KnowledgeNeeds } from '../knowledge/manage-knowledge.ts';
import { MACROS } from './macros.ts';

/** Macros as code. Those of one name with other numbers of arguments are other macros. */
export function macroKind(needs: KnowledgeNeeds): ManagedKind {
  return knowledgeKind(needs, MACROS, {
    kind: 'macros',
    permissions: { read: 'macros:read', write: 'macros:write', delete: 'macros:delete' },
    namePattern: MACRO_NAME,
    nameOf,
  });
}

/** `name`, or `name(2)` with two arguments. */
function nameOf({ name, arguments: names }: Definition): string {
  const count = Array.isArray(names) ? names.length : 0;
  return count === 0 ? String(name) : `${String(name)}(${count})`;
}
