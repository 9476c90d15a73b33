import { systemClock } from '../base/clock.ts';
import { type Config, keepSecret } from '../config/index.ts';
import { openObjects } from '../engines/objects/open-objects.ts';
import type { Objects, ObjectsPlace } from '../engines/objects/objects.ts';
import {
  type BackupOffer,
  createRecoveryReader,
  openRepository,
  type ReadRecovery,
} from '../features/backup/index.ts';
import { openTo } from './open-to.ts';
import { versionOf } from './version-of.ts';

type BackupConfig = NonNullable<Config['backup']>;

export function offerBackup(config: Config): BackupOffer | undefined {
  const { backup, data, objects, secret } = config;
  if (backup === undefined) return undefined;
  return {
    openObjects: () => openBackupPlace(config, backup),
    readKey: () => readBackupKey(backup),
    folders: {
      data,
      objects: objects.kind === 'disk' ? objects.directory : undefined,
      secret: secret.kind === 'kept' ? secret.file : undefined,
    },
    release: versionOf(),
  };
}

/** Opens the backup destination separately, so that it can be read regardless of running backups. */
export function offerRecovery({ openObjects: openPlace, readKey }: BackupOffer): ReadRecovery {
  return createRecoveryReader(systemClock, async () =>
    openRepository(await openPlace(), await readKey(), false),
  );
}

/** Files of backups are written as those for users are, into a folder or a bucket. */
export async function openBackupPlace(
  { limits, outbound }: Pick<Config, 'limits' | 'outbound'>,
  { to }: BackupConfig,
): Promise<Objects> {
  const needs = { clock: systemClock, limits: limits.objects };
  const place: ObjectsPlace =
    to.kind === 'folder' ? { kind: 'disk', directory: to.folder } : { ...to, kind: 's3' };
  const way = openTo(to.kind === 'folder' ? 'http://localhost' : to.endpoint, outbound);
  return openObjects({ ...needs, outbound: way }, place);
}

export async function readBackupKey({ key }: BackupConfig): Promise<string> {
  return key.kind === 'given' ? key.value : keepSecret(key.file);
}
