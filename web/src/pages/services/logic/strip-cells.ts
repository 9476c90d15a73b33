/** The last day of a service as cells of a strip. */
import type { State } from '../../../../../src/charts/colors.ts';
import type { ServiceHealth } from '../../../../../src/contract/service-health.ts';
import { STRIP_CELLS } from '../../../../../src/spec/services.ts';
import { DAY_MS } from '../../../../../src/spec/units.ts';
import type { StripCell } from '../../../charts/state-strip.tsx';
import { SERVICE_LOOKS } from './state-words.ts';

export const STRIP_CELL_MS = DAY_MS / STRIP_CELLS;

export const STRIP_WORDS: Readonly<Record<State, string>> = {
  ok: 'healthy',
  warning: 'degraded',
  critical: 'critical',
  unknown: 'no data',
};

/** As wide as a whole day: what was before the service is left empty. */
export function stripCells(history: ServiceHealth['history']): StripCell[] {
  const cells = history.map(({ from, state }): StripCell => {
    const { look } = SERVICE_LOOKS[state];
    return { from: Date.parse(from), look, word: STRIP_WORDS[look] };
  });
  const [first] = cells;
  if (first === undefined) return [];
  const missing = Math.max(0, STRIP_CELLS - cells.length);
  const before = Array.from({ length: missing }, (_, at): StripCell => {
    const from = first.from - (missing - at) * STRIP_CELL_MS;
    return { from, look: 'none', word: 'not created yet' };
  });
  return [...before, ...cells];
}
