import { readEveryPage } from '../../../base/cursor.ts';
import { invalid } from '../../../base/errors.ts';
import { pickFields } from '../../../base/pick-fields.ts';
import type { Definition } from '../../../contract/check-bundle.ts';
import type { ManagedKind } from '../../../room.ts';
import { LIMITS } from '../../../spec/limits.ts';
import {
  changeKnowledge,
  createKnowledge,
  deleteKnowledge,
  type KnowledgeKind,
  type KnowledgeNeeds,
  type KnowledgeTypes,
  listKnowledge,
  readKnowledge,
} from './manage-knowledge.ts';

interface Facts extends Pick<ManagedKind, 'kind' | 'permissions'> {
  readonly namePattern: RegExp;
  readonly nameOf?: (definition: Definition) => string;
}

/** One kind of knowledge as code. */
export function knowledgeKind<T extends KnowledgeTypes>(
  needs: KnowledgeNeeds,
  knowledge: KnowledgeKind<T>,
  { kind, permissions, namePattern, nameOf = ({ name }) => String(name) }: Facts,
): ManagedKind {
  const { noun, fields, defaults } = knowledge;
  return {
    kind,
    permissions,
    hasUniqueNames: true,
    nameOf,
    defaults: () => defaults,
    async check(definition, metadata, { organization }) {
      const { name } = definition;
      if (!namePattern.test(String(name))) {
        throw invalid('name', `The name of a ${noun} must match ${namePattern.source}.`);
      }
      await knowledge.requireUsable?.(metadata, organization, definition);
    },
    async list(metadata, actor) {
      const all = await readEveryPage(LIMITS.http.pageRowsMax, (page) =>
        listKnowledge(knowledge, { ...needs, metadata }, actor, page),
      );
      return all.map((one) => {
        const definition = pickFields(one, fields);
        return { id: one.id, name: nameOf(definition), definition };
      });
    },
    async create(metadata, actor, definition) {
      const draft = definition as T['draft'];
      return (await createKnowledge(knowledge, { ...needs, metadata }, actor, draft)).id;
    },
    async update(metadata, actor, id, definition, { fields: changed }) {
      const within = { ...needs, metadata };
      const { version } = await readKnowledge(knowledge, within, actor, id);
      const change = pickFields(definition, changed) as Partial<T['content']>;
      await changeKnowledge(knowledge, within, actor, id, { ...change, version });
    },
    remove: (metadata, actor, { id }) =>
      deleteKnowledge(knowledge, { ...needs, metadata }, actor, id),
  };
}
