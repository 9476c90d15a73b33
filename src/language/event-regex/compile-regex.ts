import type { Limits } from '../../spec/limits.ts';
import { checkAmbiguity, movesFor } from './check-ambiguity.ts';
import { RegexFault, readRegex } from './read-regex.ts';

/** A regular expression that may be let loose on what strangers send. */
export interface CheckedRegex {
  readonly regex: RegExp;
  /** Of the named groups, in order. */
  readonly names: readonly string[];
  /** Texts up to this length cannot take long; longer ones are watched. */
  readonly freeCharacters: number;
}

type RegexLimits = Pick<
  Limits['pipelines'],
  'patternCharactersMax' | 'inputCharactersMax' | 'freeMovesMax'
>;

/** Throws a RegexFault when the pattern is wrong or could take too long. */
export function compileRegex(text: string, limits: RegexLimits, furtherFlags = ''): CheckedRegex {
  const max = limits.patternCharactersMax;
  if (text === '') throw new RegexFault(0, 'The pattern is empty.');
  if (text.length > max) {
    throw new RegexFault(
      max,
      `The pattern is too long: ${text.length} characters, maximum ${max}.`,
    );
  }
  const { tree, source, flags, names } = readRegex(text);
  const effort = checkAmbiguity(tree);
  let regex: RegExp;
  try {
    regex = new RegExp(source, flags + furtherFlags);
  } catch (error) {
    throw new RegexFault(0, error instanceof Error ? error.message : 'The pattern is invalid.');
  }
  let freeCharacters = limits.inputCharactersMax;
  while (freeCharacters > 0 && movesFor(effort, freeCharacters) > limits.freeMovesMax) {
    freeCharacters = Math.floor(freeCharacters * 0.8);
  }
  return { regex, names, freeCharacters };
}
