import { pickFields } from '../../base/pick-fields.ts';
import type { Actor } from '../../base/actor.ts';
import type { LogIndexChange, LogIndexDraft } from '../../contract/indexes.ts';
import { NO_CACHE } from '../../guard/access/index.ts';
import type { ManagedKind, ManagedThing } from '../../room.ts';
import { DEFAULT_INDEX } from '../../spec/audit.ts';
import { eraseDeletedIndexes, eraseEvents } from './erase-indexes.ts';
import { readIndexes } from './indexes-table.ts';
import { addIndex, dropIndex, type IndexNeeds, keepChange } from './manage-indexes.ts';

const DEFAULTS = { description: '', retentionDays: null };

/** Indexes as code; the key is the name. */
export function indexKind(needs: IndexNeeds): ManagedKind {
  const within = (metadata: IndexNeeds['metadata']) => ({ ...needs, metadata, cache: NO_CACHE });
  return {
    kind: 'indexes',
    permissions: { read: 'indexes:read', write: 'indexes:manage', delete: 'indexes:manage' },
    resource: 'indexes',
    hasUniqueNames: true,
    defaults: () => DEFAULTS,
    async list(metadata, { organization }) {
      const rows = await readIndexes(metadata, organization);
      const own = rows.filter(({ name }) => name !== DEFAULT_INDEX);
      const main = rows.find(({ name }) => name === DEFAULT_INDEX);
      return [
        thingOf(main ?? { name: DEFAULT_INDEX, description: '', retention_days: null }),
        ...own.map(thingOf),
      ];
    },
    async create(metadata, actor, definition) {
      const draft = definition as LogIndexDraft;
      await addIndex(within(metadata), actor, draft);
      return draft.name;
    },
    async update(metadata, actor, name, definition, { fields }) {
      const change = pickFields(definition, fields) as LogIndexChange;
      await keepChange(within(metadata), actor, name, change);
    },
    remove: (metadata, actor, { id }) => dropIndex(within(metadata), actor, id),
    async prepare({ organization }: Actor, names) {
      // Events sent to a deleted index of this name must not reappear with the new one.
      const now = needs.clock.now();
      for (const name of names) await eraseEvents(needs, organization, name, now);
    },
    settle: () => eraseDeletedIndexes(needs),
  };
}

interface Row {
  readonly name: string;
  readonly description: string;
  readonly retention_days: number | null;
}

function thingOf({ name, description, retention_days: retentionDays }: Row): ManagedThing {
  return {
    id: name,
    name,
    key: name,
    definition: { name, description, retentionDays },
    ...(name === DEFAULT_INDEX ? { isBuiltIn: true } : {}),
  };
}
