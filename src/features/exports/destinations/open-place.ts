/** Opens the storage locations of destinations. */
import { stat } from 'node:fs/promises';
import type { OrganizationId } from '../../../base/ids.ts';
import type { ArchiveSource, Destination } from '../../../contract/export-destinations.ts';
import { type Objects, ObjectsError } from '../../../engines/objects/objects.ts';
import { UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import type { Place, PlaceFiles } from '../destinations-port.ts';
import type { DestinationNeeds } from './destination-needs.ts';
import { requireFolder } from './settle-destination.ts';

/** Subfolder for exports among the files of an organization. */
const FOLDER = 'exports';

export function keptPlace({ objects }: DestinationNeeds, organization: OrganizationId): Place {
  return {
    files: objects,
    nameOf: (path) => `${organization}/${FOLDER}/${path}`,
    isKept: true,
  };
}

/** Organizations share the folders of the operator, so each has its own subfolder, which no name can escape. */
export function folderPlace(
  needs: DestinationNeeds,
  organization: OrganizationId,
  { folder, prefix }: Pick<Extract<Destination, { kind: 'folder' }>, 'folder' | 'prefix'>,
): Place {
  return {
    files: openedLater(async () => openFolder(needs, folder)),
    nameOf: (path) => `${organization}/${withSlash(prefix)}${path}`,
    isKept: false,
  };
}

/** A missing folder means an unmounted disk: creating it would write to the wrong disk. */
async function openFolder(needs: DestinationNeeds, name: string): Promise<Objects> {
  const directory = requireFolder(needs, name);
  const facts = await stat(directory).catch(() => undefined);
  if (facts?.isDirectory() !== true) throw new ObjectsError('not_reached');
  return needs.openObjects({ kind: 'disk', directory });
}

export function bucketPlace(
  { openObjects }: DestinationNeeds,
  bucket: Extract<Destination, { kind: 's3' }> | Extract<ArchiveSource, { kind: 's3' }>,
  secretAccessKey: string | undefined,
  lockMs = 0,
): Place {
  const { endpoint, region, accessKeyId, pathStyle = true } = bucket;
  return {
    files: openedLater(async () => {
      if (secretAccessKey === undefined) throw new UnreadableSecret();
      const key = { accessKeyId, secretAccessKey };
      const prefix = withSlash(bucket.prefix);
      const place = { endpoint, region, bucket: bucket.bucket, prefix, isPathStyle: pathStyle };
      return openObjects({
        kind: 's3',
        ...place,
        ...key,
        isOneOwners: true,
        ...(lockMs > 0 ? { lockMs } : {}),
      });
    }),
    nameOf: (path) => path,
    isKept: false,
  };
}

function withSlash(prefix = ''): string {
  return prefix === '' ? '' : `${prefix}/`;
}

/** Opened by the first call, and again by the next one when that failed. */
function openedLater(open: () => Promise<Objects>): PlaceFiles {
  let opened: Promise<Objects> | undefined;
  const files = (): Promise<Objects> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  return {
    async write(name, content, how) {
      const objects = await files().catch((error: unknown) => {
        content.destroy();
        throw error;
      });
      return objects.write(name, content, how);
    },
    upload: async (...wanted) => (await files()).upload(...wanted),
    abandon: async (...wanted) => (await files()).abandon(...wanted),
    find: async (...wanted) => (await files()).find(...wanted),
    read: async (...wanted) => (await files()).read(...wanted),
    remove: async (...wanted) => (await files()).remove(...wanted),
    list: async (...wanted) => (await files()).list(...wanted),
    unfinished: async (...wanted) => (await files()).unfinished(...wanted),
  };
}
