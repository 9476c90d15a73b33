import { fileURLToPath } from 'node:url';
import { textOption, UsageError, type Command } from '../command.ts';
import { runProgram } from '../run-program.ts';

const MIGRATE = fileURLToPath(new URL('../../src/migrate.ts', import.meta.url));

const STEPS = {
  check:
    'Checks whether a data folder can be migrated to the engines configured in the environment: whether they are empty,\n' +
    'have enough space and the same secret. Changes nothing. Prints the result as JSON.',
  copy:
    'Copies the logs of a data folder to the engines configured in the environment, and compares both. The server can keep\n' +
    'running: events stored meanwhile are copied by the next run. Only logs are copied. Resumes after an\n' +
    'interruption.',
  switch:
    'Switches to the engines configured in the environment: moves remaining logs, queued events, dead letters, files and\n' +
    'the secret, then the metadata in one transaction. Stop the server first. The data folder is left unchanged. Resumes\n' +
    'after an interruption. Prints what was moved and the duration as JSON.',
  verify:
    'Compares the logs of a data folder with those of the engines configured in the environment: rows, IDs, times and\n' +
    'texts of every organization, index and day. Run it before the target accepts new events.',
} as const;

export const migrateCheckCommand = commandOf('check');
export const migrateCopyCommand = commandOf('copy');
export const migrateSwitchCommand = commandOf('switch');
export const migrateVerifyCommand = commandOf('verify');

function commandOf(step: keyof typeof STEPS): Command {
  return {
    help: STEPS[step],
    options: {
      from: { type: 'string', value: '<folder>', help: 'Data folder to migrate.' },
    },
    examples: [`xplain migrate ${step} --from /var/lib/xplain`],
    async run(terminal, given) {
      const from = textOption(given, 'from');
      if (from === undefined) {
        throw new UsageError('--from is required: the data folder to migrate');
      }
      return runProgram(terminal, 'migrate', MIGRATE, [step, '--from', from]);
    },
  };
}
