import { levelOf } from '../../../src/charts/colors.ts';

/** The custom property that holds a level's colour in the present colour scheme. */
export function levelColor(word: string): string {
  return `var(--xp-level-${levelOf(word)})`;
}
