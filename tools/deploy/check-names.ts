import { nearestName, TOPICS } from '../../src/config/index.ts';

const NAMES = new Set(Object.values(TOPICS).flatMap((variables) => Object.keys(variables)));

/** Every variable of ours that a text names must be one. */
export function checkNames(text: string): string[] {
  const named = new Set(text.match(/\bXPLAIN_[A-Z0-9_]+/g));
  return [...named]
    .filter((name) => !NAMES.has(name))
    .map((name) => {
      const nearest = nearestName(name, [...NAMES]);
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      return `there is no variable ${name}${hint}`;
    });
}
