import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { IngestQueue } from '../../../engines/queue/queue.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import type { Repository } from '../repository/open-repository.ts';

/** What a backup is made from. */
export interface BackupNeeds {
  readonly clock: Clock;
  readonly log: Log;
  readonly queue: Pick<IngestQueue, 'copyTo'>;
  readonly holding: Pick<IngestQueue, 'copyTo'>;
  readonly store: Pick<LogStore, 'copyFiles'>;
  readonly metadata: Pick<Metadata, 'db' | 'copyTo'>;
  /** Notes what a restore must not give back. */
  readonly noteLedger: () => Promise<void>;
  readonly repository: Repository;
  readonly folders: BackupFolders;
  /** Version of the product. */
  readonly release: string;
}

export interface BackupFolders {
  readonly data: string;
  /** Undefined where files for users lie in a bucket, which keeps them itself. */
  readonly objects: string | undefined;
  /** Undefined where the secret is set by a variable. */
  readonly secret: string | undefined;
}
