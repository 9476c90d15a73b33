/** Colors with a meaning: severities and HTTP statuses. */
import {
  type Level,
  LEVEL_COLORS,
  levelNamed,
  type Shades,
  STATUS_COLORS,
} from '../../../src/charts/colors.ts';
import { isRest, type Look, type Looks } from '../../../src/charts/looks.ts';

/** Lengths of dashes and gaps for a colour that comes again. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3]];

/**
 * Looks by meaning, where every name has one: all of them levels, or all of them answers of the web. A single
 * number among other names is no status.
 */
export function meantLooks(names: readonly string[]): Looks {
  const named = names.filter((name) => !isRest(name));
  if (named.length === 0) return new Map();
  const shades = meaningsOf(named);
  const looks = new Map<string, Look>();
  const uses = new Map<Shades, number>();
  for (const [place, name] of named.entries()) {
    const choices = shades?.[place];
    if (choices === undefined) return new Map();
    const timesUsed = (each: Shades): number => uses.get(each) ?? 0;
    const color = choices.reduce((best, each) => (timesUsed(each) < timesUsed(best) ? each : best));
    looks.set(name, { color, dash: DASHES[timesUsed(color) % DASHES.length] ?? [] });
    uses.set(color, timesUsed(color) + 1);
  }
  return looks;
}

type Choices = readonly [Shades, ...Shades[]];

function meaningsOf(names: readonly string[]): readonly Choices[] | undefined {
  const levels = names.map(levelNamed);
  if (levels.every((level) => level !== undefined)) {
    return levels.map((level: Level): Choices => [LEVEL_COLORS[level]]);
  }
  const classes = names.map((name) => STATUS.exec(name)?.[1]);
  if (classes.some((each) => each === undefined)) return undefined;
  return classes.flatMap((each) => {
    const choices = Object.entries(STATUS_COLORS).find(([digit]) => digit === each)?.[1];
    return choices === undefined ? [] : [choices];
  });
}

const STATUS = /^([1-5])(?:\d\d|xx)$/i;
