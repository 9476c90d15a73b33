/** Backups of what this machine keeps, into a folder or a bucket. Owns no tables. */
import { StartError } from '../../base/errors.ts';
import type { Objects } from '../../engines/objects/objects.ts';
import type { Room } from '../../room.ts';
import { LIMITS } from '../../spec/limits.ts';
import { settleWays } from './ledger/restored-ways-table.ts';
import { type BackupsNeeds, createBackups } from './backups.ts';
import { serveControl } from './control/serve-control.ts';
import { openRepository, type Repository } from './repository/open-repository.ts';
import type { BackupFolders } from './taking/backup-needs.ts';

export interface BackupOffer {
  readonly openObjects: () => Promise<Objects>;
  readonly readKey: () => Promise<string>;
  readonly folders: BackupFolders;
  readonly release: string;
}

type Needs = Omit<BackupsNeeds, 'openRepository' | 'folders' | 'release'> & {
  readonly opened: AsyncDisposableStack;
  /** Undefined if backups are not configured. */
  readonly backup: BackupOffer | undefined;
};

export const backupRoom = {
  contract: [],
  afterRestore: settleWays,
  open: ({ backup, ...needs }) => {
    if (backup === undefined) return {};
    if (needs.store.copyFiles === undefined) throw noCopies();
    const { folders, release, readKey } = backup;
    const backups = createBackups({
      ...needs,
      folders,
      release,
      openRepository: openedOnce(async () =>
        openRepository(await backup.openObjects(), await readKey(), true),
      ),
    });
    const ended = new AbortController();
    needs.opened.use(
      serveControl(needs.log, folders.data, {
        now: () => backups.take(ended.signal),
        list: () => backups.list(),
        verify: (isAll) => backups.verify(isAll),
        key: async () => ({ key: await readKey() }),
      }),
    );
    needs.opened.defer(() => ended.abort());
    return {
      checks: { backup: () => backups.health() },
      jobs: [
        {
          name: 'backup',
          everyMs: LIMITS.backup.everyMs,
          run: async (signal) => void (await backups.take(signal)),
        },
        {
          name: 'backup-ledger',
          everyMs: LIMITS.backup.ledgerEveryMs,
          run: () => backups.noteLedger(),
        },
      ],
    };
  },
} as const satisfies Room<Needs>;

function noCopies(): StartError {
  return new StartError(
    "XPLAIN_BACKUP_TO is set, but the embedded ClickHouse can't be copied while it runs. Use " +
      'XPLAIN_EMBEDDED_STORE=duckdb and a new data folder, use a ClickHouse server and its own backups, or unset it.',
  );
}

/** What could not be opened is tried again by the next who needs it. */
function openedOnce(open: () => Promise<Repository>): () => Promise<Repository> {
  let opened: Promise<Repository> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
