/**
 * Restores a backup into an empty data folder, tests a restore separately, or lists the backups; see `xplain restore`.
 */
import { StartError } from './base/errors.ts';
import { listBackups, restoreBackup } from './compose/restore-backup.ts';
import {
  type Config,
  ConfigError,
  currentPlace,
  loadConfig,
  readArguments,
} from './config/index.ts';

try {
  const { values } = readArguments('xplain restore', {
    options: {
      from: { type: 'string' },
      data: { type: 'string' },
      at: { type: 'string' },
      list: { type: 'boolean', default: false },
      drill: { type: 'boolean', default: false },
    },
  });
  const { from, data, at, list, drill: isDrill } = values;
  if (list) for (const id of await listBackups(configFor('.'))) process.stdout.write(`${id}\n`);
  else {
    const report = await restoreBackup({ configFor, data, at, isDrill });
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    for (const warning of report.warnings) process.stderr.write(`xplain: warning: ${warning}\n`);
  }

  function configFor(folder: string): Config {
    return loadConfig(
      {
        ...process.env,
        XPLAIN_DATA: folder,
        // For a backup of an older release without rows: all others record which engine reads them.
        XPLAIN_EMBEDDED_STORE: ofBackups(process.env['XPLAIN_EMBEDDED_STORE']),
        ...(from === undefined ? {} : { XPLAIN_BACKUP_TO: from }),
      },
      currentPlace(),
    );
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`xplain: ${error.message}\n`);
  process.exitCode = 1;
}

/** The embedded ClickHouse has none. */
function ofBackups(engine: string | undefined): string {
  return engine === 'segments' ? engine : 'duckdb';
}
// Anything that still keeps the process alive can be dropped.
process.exit();
