import { textOption, UsageError, type Given, type Option, type Terminal } from '../command.ts';
import type { Server } from '../server/call-server.ts';
import { readAccess } from '../server/read-access.ts';

export const URL_OPTION: Option = {
  type: 'string',
  value: '<address>',
  help: 'The server, in place of XPLAIN_URL.',
};

/** Undefined when something cannot be used, which has been told then. */
export function readServer(
  terminal: Terminal,
  given: Given,
  may: string,
  timeoutMs: number,
): Server | undefined {
  const complaint = `set XPLAIN_TOKEN to an API key or an access token that may ${may}`;
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
  if (choice === undefined) throw new UsageError(`--${name} is one of ${choices.join(', ')}`);
  return choice;
}

export function countOption(given: Given, name: string, max: number): number | undefined {
  const value = textOption(given, name);
  if (value === undefined) return undefined;
  const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > max) throw new UsageError(`--${name} needs a number from 1 to ${max}`);
  return count;
}

export function oneQuery(words: readonly string[]): string {
  const [query = '*', ...rest] = words;
  if (rest.length === 0) return query;
  throw new UsageError('write the query as one word, in quotes');
}
