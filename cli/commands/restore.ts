import { fileURLToPath } from 'node:url';
import { textOption, UsageError, type Command } from '../command.ts';
import { runProgram } from '../run-program.ts';

const RESTORE = fileURLToPath(new URL('../../src/restore.ts', import.meta.url));

export const restoreCommand: Command = {
  help:
    'Restores a backup into an empty data folder: logs, queue, metadata, files and secret. Queued events are stored,\n' +
    'sessions end, and deletions and revocations made since the backup are applied again. Never overwrites data.\n' +
    'Set XPLAIN_BACKUP_KEY to the key of the backups. Prints a summary as JSON.',
  options: {
    from: {
      type: 'string',
      value: '<place>',
      help: 'Folder or bucket with the backups (default: XPLAIN_BACKUP_TO).',
    },
    data: { type: 'string', value: '<folder>', help: 'Empty folder to restore into.' },
    at: { type: 'string', value: '<id>', help: 'ID of the backup (default: the newest).' },
    list: { type: 'boolean', help: 'List the IDs of the backups and exit.' },
    drill: {
      type: 'boolean',
      help: 'Test a restore in a temporary folder: verify rows, send an event, search for it, print timings, clean up.',
    },
  },
  examples: [
    'xplain restore --from /mnt/backup --data /var/lib/xplain',
    'xplain restore --from /mnt/backup --list',
    'xplain restore --from /mnt/backup --drill',
  ],

  async run(terminal, given) {
    const hasData = textOption(given, 'data') !== undefined;
    if (!hasData && given['list'] !== true && given['drill'] !== true) {
      throw new UsageError('--data is required: the folder to restore into');
    }
    const words = Object.entries(given).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : typeof value === 'string' ? [`--${name}`, value] : [],
    );
    return runProgram(terminal, 'restore', RESTORE, words);
  },
};
