import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { IngestQueue } from '../../../engines/queue/queue.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import type { Repository } from '../repository/open-repository.ts';

/** Dependencies for making a backup. */
export interface BackupNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly queue: Pick<IngestQueue, 'copyTo'>;
  readonly holding: Pick<IngestQueue, 'copyTo'>;
  readonly store: Pick<LogStore, 'copyFiles'>;
  readonly metadata: Pick<Metadata, 'db' | 'copyTo'>;
  /** Records what a restore must not bring back. */
  readonly noteLedger: () => Promise<void>;
  readonly repository: Repository;
  readonly folders: BackupFolders;
  /** Version of the product. */
  readonly release: string;
}

export interface BackupFolders {
  readonly data: string;
  /** Undefined if user files are in a bucket, which stores them itself. */
  readonly objects: string | undefined;
  /** Undefined where the secret is set by a variable. */
  readonly secret: string | undefined;
}
