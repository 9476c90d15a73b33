import { fileURLToPath } from 'node:url';
import { textOption, UsageError, type Command } from '../command.ts';
import { runProgram } from '../run-program.ts';

const RESTORE = fileURLToPath(new URL('../../src/restore.ts', import.meta.url));

export const restoreCommand: Command = {
  help:
    'Restores a backup into an empty data folder: its logs, queue, metadata, files and secret. Events that waited are\n' +
    'stored, sessions end, and what was deleted or revoked since the backup is so again. Nothing is ever replaced.\n' +
    'The key of the backups stands in XPLAIN_BACKUP_KEY. Prints what was restored, as JSON.',
  options: {
    from: {
      type: 'string',
      value: '<place>',
      help: 'Folder or bucket of the backups; XPLAIN_BACKUP_TO when it is left out.',
    },
    data: { type: 'string', value: '<folder>', help: 'Empty folder to restore into.' },
    at: { type: 'string', value: '<id>', help: 'Which backup; the newest when it is left out.' },
    list: { type: 'boolean', help: 'Only print the ids of the backups.' },
    drill: {
      type: 'boolean',
      help: 'Restore aside, prove the rows, send an event and find it, print what it took, and remove it again.',
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
      throw new UsageError('--data is missing: the folder to restore into');
    }
    const words = Object.entries(given).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : typeof value === 'string' ? [`--${name}`, value] : [],
    );
    return runProgram(terminal, 'restoring', RESTORE, words);
  },
};
