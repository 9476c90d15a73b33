/** Preferences of the search page in this browser; what belongs to a search is kept in its URL. */
import { readStored, writeStored } from '../../../data/stored.ts';
import { type ColumnWidths, readWidths } from '../../../query/rows/column-widths.ts';

export interface Preferences {
  readonly isWrapped: boolean;
  readonly details: 'inline' | 'side';
  readonly isHistogramShown: boolean;
  /** In pixels, without its legend. */
  readonly histogramHeight: number;
  readonly isRailShown: boolean;
  readonly hasAbsoluteLinks: boolean;
  readonly pinnedFields: readonly string[];
  /** By field, in pixels; other columns fit. */
  readonly columnWidths: ColumnWidths;
}

export const HISTOGRAM_HEIGHT = { min: 48, max: 400, usual: 84 } as const;

export const DEFAULT_PREFERENCES: Preferences = {
  isWrapped: false,
  details: 'inline',
  isHistogramShown: true,
  histogramHeight: HISTOGRAM_HEIGHT.usual,
  isRailShown: true,
  hasAbsoluteLinks: true,
  pinnedFields: ['level', 'service', 'source', 'host'],
  columnWidths: {},
};

const KEY = 'xplain.search.preferences';
const PINS_MAX = 50;

export function readPreferences(storage: Storage): Preferences {
  const stored = readStored(storage, KEY);
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  const flag = (name: keyof Preferences, usual: boolean): boolean =>
    typeof given[name] === 'boolean' ? given[name] : usual;
  const pins = given['pinnedFields'];
  return {
    isWrapped: flag('isWrapped', DEFAULT_PREFERENCES.isWrapped),
    details: given['details'] === 'side' ? 'side' : 'inline',
    isHistogramShown: flag('isHistogramShown', DEFAULT_PREFERENCES.isHistogramShown),
    histogramHeight: heightOf(given['histogramHeight']),
    isRailShown: flag('isRailShown', DEFAULT_PREFERENCES.isRailShown),
    hasAbsoluteLinks: flag('hasAbsoluteLinks', DEFAULT_PREFERENCES.hasAbsoluteLinks),
    pinnedFields: Array.isArray(pins)
      ? pins.filter((pin) => typeof pin === 'string').slice(0, PINS_MAX)
      : DEFAULT_PREFERENCES.pinnedFields,
    columnWidths: readWidths(given['columnWidths']),
  };
}

function heightOf(given: unknown): number {
  const { min, max, usual } = HISTOGRAM_HEIGHT;
  return typeof given === 'number' ? Math.min(max, Math.max(min, Math.round(given))) : usual;
}

export function writePreferences(storage: Storage, preferences: Preferences): void {
  writeStored(storage, KEY, preferences);
}

export function togglePin(pins: readonly string[], field: string): string[] {
  if (pins.includes(field)) return pins.filter((pin) => pin !== field);
  return [...pins, field].slice(-PINS_MAX);
}
