/** Which colour a series has: the same in every panel, every refresh and every mail. */
import { isLevel, LEVEL_COLORS, REST_COLOR, type Shades, STATUS_COLORS, TONES } from './colors.ts';

export interface Look {
  readonly color: Shades;
  /** Lengths of dashes and gaps; none for a solid line. */
  readonly dash: readonly number[];
}

export type Looks = ReadonlyMap<string, Look>;

/** When all tones are taken they come again in other dashes. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 3], [8, 3, 2, 3]];
/** Columns that aren't values: the remainder of `timechart`, and missing values. */
const REST_NAMES: ReadonlySet<string> = new Set(['OTHER', 'NULL']);
const TAKEN_MAX = 1_000;

/**
 * Assigns a look to each name. Names with an earlier look keep it, so pages with several charts pass the looks of one
 * chart to the next. Each name prefers a color derived from it, so that it usually looks the same on other pages.
 */
export function assignLooks(names: readonly string[], before: Looks = new Map()): Looks {
  const looks = new Map(before);
  const taken = new Map<Look, number>();
  for (const look of looks.values()) taken.set(look, (taken.get(look) ?? 0) + 1);
  for (const name of names) {
    if (looks.has(name) || looks.size >= TAKEN_MAX) continue;
    const look = ownLook(name) ?? freeLook(name, taken);
    taken.set(look, (taken.get(look) ?? 0) + 1);
    looks.set(name, look);
  }
  return looks;
}

/**
 * Like `assignLooks` for names grouped by chart. A name has one color in all charts. Names in one chart share a color
 * only if there are more names than colors; dashes distinguish them then.
 */
export function assignGroups(groups: readonly (readonly string[])[], before: Looks): Looks {
  const looks = new Map(before);
  const uses = new Map<Shades, number>();
  for (const { color } of looks.values()) uses.set(color, (uses.get(color) ?? 0) + 1);
  for (const name of new Set(groups.flat())) {
    if (looks.has(name) || looks.size >= TAKEN_MAX) continue;
    const own = groups.filter((group) => group.includes(name));
    const beside = own.flatMap((group) => group.flatMap((each) => looks.get(each)?.color ?? []));
    // A 201 never looks like a 500.
    const meant = own.some(isOfStatuses) ? statusColors(name) : [];
    const look =
      ownLook(name) ?? leastUsed(meant, beside) ?? leastUsed(TONES, beside, uses) ?? REST_LOOK;
    uses.set(look.color, (uses.get(look.color) ?? 0) + 1);
    looks.set(name, look);
  }
  return looks;
}

/** The color that is used least in the same charts; of equal ones that of fewest uses, then the first. */
function leastUsed(
  colors: readonly Shades[],
  beside: readonly Shades[],
  uses: ReadonlyMap<Shades, number> = new Map(),
): Look | undefined {
  const timesBeside = (color: Shades): number => beside.filter((each) => each === color).length;
  const [best] = colors.toSorted(
    (left, right) =>
      timesBeside(left) - timesBeside(right) || (uses.get(left) ?? 0) - (uses.get(right) ?? 0),
  );
  return best && { color: best, dash: DASHES[timesBeside(best) % DASHES.length] ?? SOLID };
}

const STATUS = /^([1-5])(?:\d\d|xx)$/i;

/** A single number among other names is no status. */
function isOfStatuses(group: readonly string[]): boolean {
  return group.every((name) => isRest(name) || STATUS.test(name));
}

function statusColors(name: string): readonly Shades[] {
  const kind = STATUS.exec(name)?.[1];
  return Object.entries(STATUS_COLORS).find(([digit]) => digit === kind)?.[1] ?? [];
}

/** The look of a name among those assigned. */
export function lookOf(name: string, looks: Looks): Look {
  return looks.get(name) ?? ownLook(name) ?? toneLook(hashOf(name) % TONES.length);
}

/** Whether a name stands for the remainder or for missing values. */
export function isRest(name: string): boolean {
  return REST_NAMES.has(name);
}

function ownLook(name: string): Look | undefined {
  if (isRest(name)) return REST_LOOK;
  const lower = name.toLowerCase();
  return isLevel(lower) ? LEVEL_LOOKS.get(lower) : undefined;
}

/** The preferred color of the name, or the least used one after it. */
function freeLook(name: string, taken: ReadonlyMap<Look, number>): Look {
  const wanted = hashOf(name) % TONES.length;
  let best = toneLook(wanted);
  for (const [row] of DASHES.entries()) {
    for (let step = 0; step < TONES.length; step += 1) {
      const look = toneLook(row * TONES.length + ((wanted + step) % TONES.length));
      const count = taken.get(look) ?? 0;
      if (count === 0) return look;
      if (count < (taken.get(best) ?? 0)) best = look;
    }
  }
  return best;
}

const SOLID: readonly number[] = [];
const REST_LOOK: Look = { color: REST_COLOR, dash: SOLID };
const LEVEL_LOOKS: ReadonlyMap<string, Look> = new Map(
  Object.entries(LEVEL_COLORS).map(([name, color]) => [name, { color, dash: SOLID }]),
);
const TONE_LOOKS: readonly Look[] = DASHES.flatMap((dash) =>
  TONES.map((color) => ({ color, dash })),
);

function toneLook(place: number): Look {
  return TONE_LOOKS[place % TONE_LOOKS.length] ?? REST_LOOK;
}

/** FNV-1a: the same everywhere, and short names spread well. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  // The low bits alone hardly differ between names with different endings.
  return (hash ^ (hash >>> 15)) >>> 0;
}
