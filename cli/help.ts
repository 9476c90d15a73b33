import { columns, type Row } from './columns.ts';
import type { Command, Option } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The page a newcomer sees first. */
export function mainHelp(): string {
  return listHelp('<command>', Object.keys(COMMANDS));
}

/** Help for commands that share their first word. */
export function familyHelp(word: string): string {
  return listHelp(`${word} <command>`, familyOf(word));
}

/** Two-word commands that start with this word. */
export function familyOf(word: string): string[] {
  return Object.keys(COMMANDS).filter((name) => name.startsWith(`${word} `));
}

function listHelp(usage: string, names: readonly string[]): string {
  const rows = names.map((name): Row => [name, COMMANDS[name]?.summary ?? '']);
  return [
    'Xplain, the log platform.',
    '',
    `Usage: xplain ${usage} [options]`,
    '',
    'Commands:',
    ...columns(rows),
    '',
    "Run 'xplain <command> --help' for more information about a command.",
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

const HELP: Option = { type: 'boolean', help: 'Show help.' };
