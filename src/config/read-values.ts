/** Environment and `.env` file → one checked value per variable, with every problem found on the way. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearestName } from '../base/nearest-name.ts';
import type { Kind } from './kinds.ts';
import { parseEnvFile, type EnvFile } from './parse-env-file.ts';
import { VARIABLES, type Values, type VariableName } from './variables.ts';

export type Origin = 'default' | '.env' | 'environment';

export interface Reading {
  readonly values: Values;
  readonly origins: Readonly<Record<VariableName, Origin>>;
  readonly problems: readonly string[];
}

type Texts = Readonly<Record<string, string | undefined>>;

/** Read by the command line alone; they may stand in the environment of a server all the same. */
const FOR_THE_CLI = ['XPLAIN_URL', 'XPLAIN_TOKEN'];

const QUOTED_CHARACTERS_MAX = 60;

/** The real environment wins over the file; a variable set to the empty text counts as not set. */
export function readValues(environment: Texts, file: EnvFile): Reading {
  const problems = file.problems.map((problem) => `.env: ${problem}`);
  problems.push(...unknownNames(environment, 'environment'), ...unknownNames(file.values, '.env'));

  const values: Partial<Record<VariableName, unknown>> = {};
  const origins: Partial<Record<VariableName, Origin>> = {};
  for (const name of variableNames()) {
    const origin = originOf(name, environment, file.values);
    const text = (origin === 'environment' ? environment : file.values)[name] ?? '';
    const variable: { kind: Kind<unknown>; byDefault: unknown } = VARIABLES[name];
    origins[name] = origin;
    values[name] = origin === 'default' ? variable.byDefault : variable.kind.read(text);
    if (origin !== 'default' && values[name] === undefined) {
      problems.push(...describeProblem(name, origin, text, variable.kind));
    }
  }
  return { values: complete(values), origins: complete(origins), problems };
}

export function variableNames(): VariableName[] {
  // The keys of the table are its names; `Object.keys` cannot say so.
  return Object.keys(VARIABLES) as VariableName[];
}

/** No file is no problem; one that cannot be read is. */
export function readEnvFile(directory: string): EnvFile {
  try {
    return parseEnvFile(readFileSync(join(directory, '.env'), 'utf8'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const problems = code === 'ENOENT' ? [] : [`the file cannot be read (${code})`];
    return { values: {}, problems };
  }
}

function originOf(name: VariableName, environment: Texts, file: Texts): Origin {
  if (isSet(environment[name])) return 'environment';
  return isSet(file[name]) ? '.env' : 'default';
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function unknownNames(texts: Texts, origin: Origin): string[] {
  const unknown = Object.keys(texts).filter(
    (name) =>
      /^XPLAIN_/i.test(name) && !Object.hasOwn(VARIABLES, name) && !FOR_THE_CLI.includes(name),
  );
  return unknown.toSorted().map((name) => {
    // The prefix that all names share would make every one of them look near.
    const nearest = nearestName(withoutPrefix(name), variableNames().map(withoutPrefix));
    const hint = nearest === undefined ? '' : `. Did you mean XPLAIN_${nearest}?`;
    return `${name} (${origin}): unknown variable${hint}`;
  });
}

function withoutPrefix(name: string): string {
  return name.slice('XPLAIN_'.length);
}

function describeProblem(
  name: VariableName,
  origin: Origin,
  text: string,
  kind: Kind<unknown>,
): string[] {
  const particular = kind.explain?.(text) ?? [];
  if (particular.length > 0) return particular.map((detail) => `${name} (${origin}): ${detail}`);
  const shown =
    text.length > QUOTED_CHARACTERS_MAX ? `${text.slice(0, QUOTED_CHARACTERS_MAX)}…` : text;
  const what = kind.isSecret ? 'the value' : JSON.stringify(shown);
  return [`${name} (${origin}): ${what} is invalid; expected ${kind.expected}`];
}

/** The loop above has gone through every name, each with a value of its own kind or a problem. */
function complete<T>(partial: Partial<Record<VariableName, unknown>>): T {
  return partial as T;
}
