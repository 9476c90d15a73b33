/** Destinations that need nothing but this installation: files that we keep. */
import { Readable } from 'node:stream';
import { invalid } from '../../base/errors.ts';
import { newId, type OrganizationId } from '../../base/ids.ts';
import type { Objects } from '../../engines/objects/objects.ts';
import type { Destinations, Place } from './destinations-port.ts';

/** Where among the files of an organization those of exports lie. */
const FOLDER = 'exports';

export function openOwnPlaces(objects: Objects): Destinations {
  const open = (organization: OrganizationId): Place => ({
    files: objects,
    nameOf: (path) => `${organization}/${FOLDER}/${path}`,
    isKept: true,
  });
  return {
    settle: async (_organization, { kind }) => {
      if (kind !== 'keep') {
        throw invalid('destination.kind', 'This installation writes `keep` only.');
      }
      return { shown: { kind }, secret: undefined };
    },
    open,
    openSource: () => {
      throw invalid('source.kind', 'This installation reads the archives of its own exports only.');
    },
    async test(organization) {
      const { files, nameOf } = open(organization);
      const name = nameOf(`test-${newId('request')}`);
      await files.write(name, Readable.from([Buffer.from('test')]));
      await files.remove(name);
    },
    tell: async () => {},
  };
}
