import { LIMITS } from '../../../src/spec/limits.ts';

/** Returns the rules that a new password does not meet yet; the server also checks breaches and earlier passwords. */
export function brokenRules(password: string): string[] {
  const { charactersMin, charactersMax } = LIMITS.passwords;
  const characters = Array.from(password).length;
  const rules: readonly (readonly [isKept: boolean, rule: string])[] = [
    [characters >= charactersMin, `At least ${charactersMin} characters`],
    [characters <= charactersMax, `At most ${charactersMax} characters`],
    [/\p{Lu}/u.test(password), 'An uppercase letter'],
    [/\p{Ll}/u.test(password), 'A lowercase letter'],
    [/\p{Nd}/u.test(password), 'A digit'],
  ];
  return rules.flatMap(([isKept, rule]) => (isKept ? [] : [rule]));
}
