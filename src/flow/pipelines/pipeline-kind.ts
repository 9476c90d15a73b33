import { pickFields } from '../../base/pick-fields.ts';
import { LIMITS } from '../../spec/limits.ts';
import type { PipelineChange, PipelineDraft } from '../../contract/pipelines.ts';
import { readEveryPage } from '../../base/cursor.ts';
import { NO_CACHE } from '../../guard/access/index.ts';
import type { ManagedKind } from '../../room.ts';
import {
  changePipeline,
  createPipeline,
  deletePipeline,
  listPipelines,
  type ManageNeeds,
  requireUsable,
} from './manage-pipelines.ts';

const DEFAULTS = { description: '', isEnabled: true, match: '' };

/** Pipelines as code. Their order is included if a definition specifies a position. */
export function pipelineKind(needs: ManageNeeds): ManagedKind {
  const within = (metadata: ManageNeeds['metadata']) => ({ ...needs, metadata, cache: NO_CACHE });
  return {
    kind: 'pipelines',
    permissions: { read: 'pipelines:read', write: 'pipelines:manage', delete: 'pipelines:manage' },
    resource: 'pipelines',
    defaults: () => DEFAULTS,
    check(definition) {
      const { name, match = '', steps } = definition as PipelineDraft;
      return requireUsable(needs, { name, match, steps });
    },
    async list(metadata, actor) {
      const all = await readEveryPage(LIMITS.http.pageRowsMax, (page) =>
        listPipelines(within(metadata), actor, page),
      );
      return all.map(({ id, name, description, isEnabled, match, steps, position }) => ({
        id,
        name,
        definition: { name, description, isEnabled, match, steps, position },
      }));
    },
    create: async (metadata, actor, definition) =>
      (await createPipeline(within(metadata), actor, definition as PipelineDraft)).id,
    async update(metadata, actor, id, definition, { fields }) {
      const change = pickFields(definition, fields) as PipelineChange;
      await changePipeline(within(metadata), actor, id, change, undefined);
    },
    remove: (metadata, actor, { id }) => deletePipeline(within(metadata), actor, id),
  };
}
