/** Backup commands for a running server, sent over the socket in its data folder. */
import { ConfigError, currentPlace, loadConfig } from '../../src/config/index.ts';
import { askNode, NoNode } from '../backup/ask-node.ts';
import { columns } from '../columns.ts';
import {
  EXIT,
  textOption,
  type Command,
  type ExitCode,
  type Given,
  type Terminal,
} from '../command.ts';

const DATA = {
  data: {
    type: 'string',
    value: '<folder>',
    help: 'Data folder of the server (default: XPLAIN_DATA).',
  },
} as const;

export const backupNowCommand: Command = {
  help: 'Starts a backup on the running server and waits until it is complete and verified.',
  options: DATA,
  examples: ['xplain backup now', 'xplain backup now --data /var/lib/xplain'],
  run: (terminal, given) =>
    asking(terminal, given, 'POST', '/now', (answer) => {
      terminal.print(JSON.stringify(answer, null, 2));
      return EXIT.ok;
    }),
};

export const backupListCommand: Command = {
  help: 'Lists the backups of the running server, oldest first.',
  options: DATA,
  examples: ['xplain backup list'],
  run: (terminal, given) =>
    asking(terminal, given, 'GET', '/list', (answer) => {
      const { backups } = answer as { backups: readonly { id: string; at: string }[] };
      for (const line of columns(backups.map(({ id, at }) => [id, at]))) terminal.print(line);
      return EXIT.ok;
    }),
};

export const backupVerifyCommand: Command = {
  help:
    "Verifies the newest backup byte by byte and lists each file that can't be restored.\n\n" +
    'Exit codes: 0 all files are intact; 1 a file is damaged.',
  options: { ...DATA, all: { type: 'boolean', help: 'Verify all backups, not only the newest.' } },
  examples: ['xplain backup verify', 'xplain backup verify --all'],
  run: (terminal, given) =>
    asking(terminal, given, 'POST', given['all'] === true ? '/verify?all' : '/verify', (answer) => {
      const { faults } = answer as { faults: readonly unknown[] };
      terminal.print(JSON.stringify(answer, null, 2));
      return faults.length === 0 ? EXIT.ok : EXIT.failed;
    }),
};

export const backupKeyCommand: Command = {
  help:
    "Prints the encryption key of the backups. You can't restore a backup without it. Store it\n" +
    'neither on this machine nor next to the backups.',
  options: DATA,
  examples: ['xplain backup key'],
  run: (terminal, given) =>
    asking(terminal, given, 'GET', '/key', (answer) => {
      terminal.print((answer as { key: string }).key);
      return EXIT.ok;
    }),
};

async function asking(
  terminal: Terminal,
  given: Given,
  method: 'GET' | 'POST',
  path: string,
  show: (answer: unknown) => ExitCode,
): Promise<ExitCode> {
  try {
    const data = textOption(given, 'data');
    const environment = data === undefined ? {} : { XPLAIN_DATA: data };
    const config = loadConfig({ ...terminal.environment, ...environment }, currentPlace());
    return show(await askNode(config.data, method, path));
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof NoNode)) throw error;
    terminal.complain(`xplain: ${error.message}`);
    return EXIT.failed;
  }
}
