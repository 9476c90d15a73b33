import type { Definition } from '../../../contract/check-bundle.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { ManagedKind, ManagedThing } from '../../../room.ts';
import { writeCsv } from './csv.ts';
import { keepLookup } from './lookup-tables.ts';
import { contentOf, readLookups, readWholeLookup } from './lookup-tables-table.ts';
import { deleteLookup, type ManageLookupNeeds } from './manage-lookups.ts';
import { readUpload } from './read-upload.ts';

/** Lookup tables as code; the key is the name. What a search wrote is data, and no part of a bundle. */
export function lookupKind(needs: ManageLookupNeeds): ManagedKind {
  const contentIn = ({ csv }: Definition) =>
    readUpload(needs.limits.lookups, Buffer.from(String(csv)), 'csv', 'raw');
  return {
    kind: 'lookups',
    permissions: { read: 'lookups:read', write: 'lookups:write', delete: 'lookups:write' },
    hasUniqueNames: true,
    defaults: () => ({}),
    // The same table can be written in several ways.
    complete: async (definition) => ({
      ...definition,
      csv: [...writeCsv(await contentIn(definition), 'raw')].join(''),
    }),
    async list(metadata, { organization }) {
      const things: ManagedThing[] = [];
      for (const { name, is_uploaded: isUploaded, bytes } of await readLookups(
        metadata,
        organization,
      )) {
        if (isUploaded !== 1 || bytes > LIMITS.bundles.bytesMax) continue;
        const row = await readWholeLookup(metadata, organization, name);
        if (row === undefined) continue;
        const csv = [...writeCsv(await contentOf(row), 'raw')].join('');
        things.push({ id: name, name, key: name, definition: { name, csv } });
      }
      return things;
    },
    async create(metadata, actor, definition) {
      const name = String(definition['name']);
      const how = { seen: 'nothing', origin: 'upload' } as const;
      await keepLookup({ ...needs, metadata }, actor, name, await contentIn(definition), how);
      return name;
    },
    async update(metadata, actor, name, definition) {
      const how = { seen: 'anything', origin: 'upload' } as const;
      await keepLookup({ ...needs, metadata }, actor, name, await contentIn(definition), how);
    },
    remove: (metadata, actor, { id }) => deleteLookup({ ...needs, metadata }, actor, id),
  };
}
