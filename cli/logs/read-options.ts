import { textOption, UsageError, type Given, type Option, type Terminal } from '../command.ts';
import type { Server } from '../server/call-server.ts';
import { readAccess } from '../server/read-access.ts';

export const URL_OPTION: Option = {
  type: 'string',
  value: '<address>',
  help: 'Server address (default: XPLAIN_URL).',
};

/** Undefined if an option is invalid; the error has already been printed. */
export function readServer(
  terminal: Terminal,
  given: Given,
  may: string,
  timeoutMs: number,
): Server | undefined {
  const complaint = `XPLAIN_TOKEN is not set. Set it to an API key or access token that can ${may}.`;
  const access = readAccess(terminal, given, { variable: 'XPLAIN_TOKEN', complaint });
  return access === undefined ? undefined : { ...access, timeoutMs };
}

export function choiceOption<const T extends string>(
  given: Given,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const value = textOption(given, name) ?? choices[0];
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new UsageError(`--${name} must be one of: ${choices.join(', ')}`);
  return choice;
}

export function countOption(given: Given, name: string, max: number): number | undefined {
  const value = textOption(given, name);
  if (value === undefined) return undefined;
  const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > max) throw new UsageError(`--${name} must be between 1 and ${max}`);
  return count;
}

export function oneQuery(words: readonly string[]): string {
  const [query = '*', ...rest] = words;
  if (rest.length === 0) return query;
  throw new UsageError('quote the query so that it is a single argument');
}
