import { parseArgs } from 'node:util';
import {
  EXIT,
  UsageError,
  type Command,
  type ExitCode,
  type Given,
  type Terminal,
} from './command.ts';
import { COMMANDS } from './commands.ts';
import { commandHelp, familyHelp, familyOf, mainHelp } from './help.ts';

/** Runs the command named by the arguments and returns the exit code. */
export async function runCli(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = joinName(normalise(args));
  if (name === undefined) {
    terminal.complain(mainHelp());
    return EXIT.usage;
  }
  if (name === '--help') {
    terminal.print(mainHelp());
    return EXIT.ok;
  }
  if (!Object.hasOwn(COMMANDS, name) && familyOf(name).length > 0) {
    const isAsked = rest[0] === '--help' || rest[0] === '-h';
    if (isAsked) terminal.print(familyHelp(name));
    else terminal.complain(familyHelp(name));
    return isAsked ? EXIT.ok : EXIT.usage;
  }
  try {
    const command = await findCommand(name);
    const { given, words } = await readOptions(command, rest);
    if (given['help'] === true) {
      terminal.print(commandHelp(name, command));
      return EXIT.ok;
    }
    return await command.run(terminal, given, words);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.complain(`xplain: ${error.message}`);
    terminal.complain(
      `Run 'xplain ${Object.hasOwn(COMMANDS, name) ? `${name} ` : ''}--help' for usage.`,
    );
    return EXIT.usage;
  }
}

/** Other common spellings of help and version options. */
function normalise(args: readonly string[]): readonly string[] {
  const [first, second] = args;
  if (first === '-h' || (first === 'help' && second === undefined)) return ['--help'];
  if (first === 'help' && second !== undefined) return [...args.slice(1), '--help'];
  if (first === '--version' || first === '-v' || first === '-V') return ['version'];
  return args;
}

/** A command may have two words: `probe setup`. */
function joinName(args: readonly string[]): readonly string[] {
  const [first, second, ...rest] = args;
  const joined = `${first ?? ''} ${second ?? ''}`;
  if (Object.hasOwn(COMMANDS, joined)) return [joined, ...rest];
  const isHalf = familyOf(first ?? '').length > 0;
  return isHalf && second !== undefined && !second.startsWith('-') ? [joined, ...rest] : args;
}

async function findCommand(name: string): Promise<Command> {
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry !== undefined) return entry.load();
  throw new UsageError(
    `unknown command ${JSON.stringify(name)}${await hint(name, Object.keys(COMMANDS), '')}`,
  );
}

async function readOptions(
  command: Command,
  args: readonly string[],
): Promise<{ given: Given; words: readonly string[] }> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type }]),
  );
  // Not strict: the messages of the strict mode are for programmers, so the tokens are checked here.
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
  });
  const known = [...Object.keys(command.options), 'help'];
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (command.words !== undefined) {
        words.push(token.value);
        continue;
      }
      throw new UsageError(`unexpected argument ${JSON.stringify(token.value)}`);
    }
    if (token.kind !== 'option') continue;
    if (!known.includes(token.name)) {
      const near = await hint(token.name, known, '--');
      throw new UsageError(`unknown option ${token.rawName}${near}`);
    }
    const wantsValue = command.options[token.name]?.type === 'string';
    if (wantsValue && (token.value === undefined || token.value === '')) {
      throw new UsageError(`${token.rawName} requires a value`);
    }
    if (!wantsValue && token.value !== undefined) {
      throw new UsageError(`${token.rawName} doesn't take a value`);
    }
  }
  const entries = Object.entries(values).map(([name, value]) => [name, last(value)] as const);
  return { given: Object.fromEntries(entries), words };
}

/** If an option is repeated, the last value applies. */
function last<T>(value: T | T[]): T | undefined {
  return Array.isArray(value) ? value.at(-1) : value;
}

async function hint(name: string, known: readonly string[], prefix: string): Promise<string> {
  const { nearestName } = await import('../src/config/index.ts');
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `. Did you mean ${prefix}${nearest}?`;
}
