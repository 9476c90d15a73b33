import { fileURLToPath } from 'node:url';
import { textOption, UsageError, type Command } from '../command.ts';
import { runProgram } from '../run-program.ts';

const MIGRATE = fileURLToPath(new URL('../../src/migrate.ts', import.meta.url));

const STEPS = {
  check:
    'Looks whether a data folder can be moved to the engines that the environment names: whether they are empty, have\n' +
    'room and the same secret. Changes nothing. Prints what was found, as JSON.',
  copy:
    'Copies the logs of a data folder to the engines that the environment names, and compares both. Nothing else is moved,\n' +
    'so that it can be done ahead, while the server of the folder runs: what it stores meanwhile is left to the next time.\n' +
    'Goes on where it was broken off.',
  switch:
    'Moves a data folder to the engines that the environment names: logs that are not there yet, what waits, dead letters,\n' +
    'files, the secret, and metadata last, all or nothing. The server of the folder must be stopped; the folder keeps\n' +
    'everything. Goes on where it was broken off. Prints what was moved and how long it took, as JSON.',
  verify:
    'Compares the logs of a data folder with those of the engines that the environment names: rows, ids, times and texts\n' +
    'of every organization, index and day. To be asked before the target has taken events of its own.',
} as const;

export const migrateCheckCommand = commandOf('check');
export const migrateCopyCommand = commandOf('copy');
export const migrateSwitchCommand = commandOf('switch');
export const migrateVerifyCommand = commandOf('verify');

function commandOf(step: keyof typeof STEPS): Command {
  return {
    help: STEPS[step],
    options: {
      from: { type: 'string', value: '<folder>', help: 'Data folder that is moved.' },
    },
    examples: [`xplain migrate ${step} --from /var/lib/xplain`],
    async run(terminal, given) {
      const from = textOption(given, 'from');
      if (from === undefined) throw new UsageError('--from is missing: the data folder to move');
      return runProgram(terminal, 'moving data', MIGRATE, [step, '--from', from]);
    },
  };
}
