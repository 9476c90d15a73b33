import type { MinuteRow } from '../../../engines/history/history.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { COMPONENT_IDS } from '../../../spec/status.ts';
import { CODE, codesOf } from './minute-codes.ts';

const MINUTES_PER_DAY = 1_440;
const SPAN = LIMITS.status.minuteDaysMax * MINUTES_PER_DAY;

export const LATENCIES = ['httpMs', 'otlpMs', 'searchMs', 'serverMs'] as const;
export type Latency = (typeof LATENCIES)[number];

/** The last 31 days of minutes of every place, in memory, because each rendering counts all of them. */
export interface MinuteGrid {
  /** Returns false if this minute of this place is already known. The first result wins. */
  add(place: string, row: MinuteRow): boolean;
  has(place: string, minute: number): boolean;
  /** Result of a component, given by its index in the table; several places decide together. */
  at(component: number, minute: number): number;
  /** What the probe itself measured from `from` to before `to`. */
  latencies(place: string, latency: Latency, from: number, to: number): Float64Array;
  /** The newest minute of any place. */
  newest(): number | undefined;
}

interface PlaceMinutes {
  /** Minute stored in each slot. A later minute overwrites the one that is 31 days older. */
  readonly minutes: Float64Array;
  readonly codes: Uint8Array;
  readonly latencies: Readonly<Record<Latency, Float64Array>>;
}

export function createMinuteGrid(): MinuteGrid {
  const places = new Map<string, PlaceMinutes>();
  const all: PlaceMinutes[] = [];
  let newest: number | undefined;

  function placeOf(name: string): PlaceMinutes {
    const known = places.get(name);
    if (known !== undefined) return known;
    const made = {
      minutes: new Float64Array(SPAN).fill(-1),
      codes: new Uint8Array(SPAN * COMPONENT_IDS.length),
      latencies: {
        httpMs: new Float64Array(SPAN),
        otlpMs: new Float64Array(SPAN),
        searchMs: new Float64Array(SPAN),
        serverMs: new Float64Array(SPAN),
      },
    };
    places.set(name, made);
    all.push(made);
    return made;
  }

  return {
    add: (name, row) => {
      const place = placeOf(name);
      const slot = slotOf(row.minute);
      if ((place.minutes[slot] ?? -1) >= row.minute) return false;
      place.minutes[slot] = row.minute;
      place.codes.set(codesOf(row.results), slot * COMPONENT_IDS.length);
      for (const latency of LATENCIES) {
        place.latencies[latency][slot] = row[latency] ?? Number.NaN;
      }
      newest = Math.max(newest ?? row.minute, row.minute);
      return true;
    },
    has: (name, minute) => placeOf(name).minutes[slotOf(minute)] === minute,
    at: (component, minute) => {
      const slot = slotOf(minute);
      let reporting = 0;
      let downs = 0;
      let slows = 0;
      for (const { minutes, codes } of all) {
        if (minutes[slot] !== minute) continue;
        const code = codes[slot * COMPONENT_IDS.length + component];
        if (code === CODE.none) continue;
        reporting += 1;
        if (code === CODE.down) downs += 1;
        if (code === CODE.slow) slows += 1;
      }
      return decide(reporting, downs, slows);
    },
    latencies: (name, latency, from, to) => {
      const place = placeOf(name);
      const values: number[] = [];
      for (let minute = from; minute < to; minute += 1) {
        const slot = slotOf(minute);
        const value = place.latencies[latency][slot] ?? Number.NaN;
        if (place.minutes[slot] === minute && !Number.isNaN(value)) values.push(value);
      }
      return Float64Array.from(values).sort();
    },
    newest: () => newest,
  };
}

function slotOf(minute: number): number {
  return ((minute % SPAN) + SPAN) % SPAN;
}

/** Down if at least half of the reporting places report down. */
export function decide(reporting: number, downs: number, slows: number): number {
  if (reporting === 0) return CODE.none;
  if (downs * 2 >= reporting) return CODE.down;
  return (downs + slows) * 2 >= reporting ? CODE.slow : CODE.up;
}
