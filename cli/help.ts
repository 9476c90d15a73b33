import { columns, type Row } from './columns.ts';
import type { Command, Option } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The page a newcomer sees first. */
export function mainHelp(): string {
  const rows = Object.entries(COMMANDS).map(([name, { summary }]): Row => [name, summary]);
  return [
    'Xplain, the log platform: its command line.',
    '',
    'Usage: xplain <command> [options]',
    '',
    'Commands:',
    ...columns(rows),
    '',
    'More about a command: xplain <command> --help',
  ].join('\n');
}

export function commandHelp(name: string, command: Command): string {
  const options = Object.entries({ ...command.options, help: HELP }).map(
    ([option, { value, help }]): Row => [['--' + option, value ?? ''].join(' ').trim(), help],
  );
  return [
    command.help,
    '',
    `Usage: xplain ${name} [options] ${command.words ?? ''}`.trimEnd(),
    '',
    'Options:',
    ...columns(options),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n');
}

const HELP: Option = { type: 'boolean', help: 'Show this page.' };
