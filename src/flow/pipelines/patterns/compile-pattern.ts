import type { Limits } from '../../../spec/limits.ts';
import { checkAmbiguity, movesFor } from './check-ambiguity.ts';
import { PatternFault, readPattern } from './read-pattern.ts';

/** A regular expression that may be let loose on what strangers send. */
export interface Pattern {
  readonly regex: RegExp;
  /** Of the named groups, in order. */
  readonly names: readonly string[];
  /** Texts up to this length cannot take long; longer ones are watched. */
  readonly freeCharacters: number;
}

/** Throws a PatternFault when the pattern is wrong or could take too long. */
export function compilePattern(
  text: string,
  limits: Limits['pipelines'],
  furtherFlags = '',
): Pattern {
  const max = limits.patternCharactersMax;
  if (text === '') throw new PatternFault(0, 'The pattern is empty.');
  if (text.length > max) {
    throw new PatternFault(
      max,
      `A pattern may have ${max} characters; this one has ${text.length}.`,
    );
  }
  const { tree, source, flags, names } = readPattern(text);
  const effort = checkAmbiguity(tree);
  let regex: RegExp;
  try {
    regex = new RegExp(source, flags + furtherFlags);
  } catch (error) {
    throw new PatternFault(0, error instanceof Error ? error.message : 'The pattern is not valid.');
  }
  let freeCharacters = limits.inputCharactersMax;
  while (freeCharacters > 0 && movesFor(effort, freeCharacters) > limits.freeMovesMax) {
    freeCharacters = Math.floor(freeCharacters * 0.8);
  }
  return { regex, names, freeCharacters };
}
