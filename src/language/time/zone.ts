import { DAY_MS, SECOND_MS } from '../../spec/units.ts';

/** The rules of one time zone, from what the runtime knows about it. */
export interface Zone {
  /** As the IANA database writes it, however it was spelled: stores are particular about it. */
  readonly name: string;
  /** The offset to add to UTC at this instant. */
  offsetMs(instant: number): number;
}

/** Opening one costs more than planning a whole search, and people live in a few. */
const opened = new Map<string, Zone>();
/** Names may be spelled in capitals and small letters at will, so there are more than zones. */
const OPENED_MAX = 1_000;

/** The limit of dates on either side of 1970, beyond which no clock can be read. */
const INSTANT_MS_MAX = 8_640_000_000_000_000;

/** Undefined for a name the runtime does not know. */
export function openZone(name: string): Zone | undefined {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const zone = readZone(name);
  if (zone === undefined) return undefined;
  if (opened.size >= OPENED_MAX) opened.clear();
  opened.set(name, zone);
  return zone;
}

function readZone(spelling: string): Zone | undefined {
  const formatter = openFormatter(spelling);
  if (formatter === undefined) return undefined;
  const name = formatter.resolvedOptions().timeZone;
  if (name === 'UTC') return { name, offsetMs: () => 0 };
  return {
    name,
    offsetMs(instant) {
      const whole = Math.floor(instant / SECOND_MS) * SECOND_MS;
      if (!(Math.abs(whole) <= INSTANT_MS_MAX)) return Number.NaN;
      return readClock(formatter, whole) - whole;
    },
  };
}

function openFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    // The only way to check whether a zone exists is to try it; any error but "no such zone" is a defect.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The wall clock at an instant, as if it were UTC. */
function readClock(formatter: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(
    formatter.formatToParts(instant).map((part) => [part.type, Number(part.value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
}

export function toLocal(zone: Zone, instant: number): number {
  return instant + zone.offsetMs(instant);
}

/**
 * Returns the instant at which the wall clock shows `local` (given as if it were UTC). A reading that occurs twice
 * resolves to its first time; a skipped one moves forward by the length of the gap.
 */
export function toInstant(zone: Zone, local: number): number {
  const offsetBefore = zone.offsetMs(local - DAY_MS);
  const offsetAfter = zone.offsetMs(local + DAY_MS);
  const candidates = [local - offsetBefore, local - offsetAfter].filter(
    (instant) => instant + zone.offsetMs(instant) === local,
  );
  return candidates.length > 0 ? Math.min(...candidates) : local - offsetBefore;
}

/** The last change of the clock after `from` and up to `to`, or undefined when there is none. */
export function lastTransition(zone: Zone, from: number, to: number): number | undefined {
  const offsetAtEnd = zone.offsetMs(to);
  if (zone.offsetMs(from) === offsetAtEnd) return undefined;
  let low = from;
  let high = to;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetMs(middle) === offsetAtEnd) high = middle;
    else low = middle;
  }
  return high;
}
