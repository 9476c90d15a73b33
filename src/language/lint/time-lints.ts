import { MINUTE_MS } from '../../spec/units.ts';
import { resolveTimeSpec } from '../time/resolve-time.ts';
import type { TimeTerm } from '../tree/time.ts';
import { createLint, type Lint, type LintPlace } from './lint.ts';

/** Needs the clock and the time zone; without them nothing is said. */
export function lintTimes(place: LintPlace): Lint[] {
  const { stage, facts } = place;
  const { now, timeZone } = facts;
  if ((stage.kind !== 'search' && stage.kind !== 'tstats') || now === undefined) return [];
  const { earliest, latest } = stage;
  const resolve = (term: TimeTerm | undefined): number | undefined => {
    if (term === undefined) return undefined;
    const resolved = resolveTimeSpec(term.time, { now, timeZone: timeZone ?? 'UTC' });
    return resolved.kind === 'instant' ? resolved.ms : undefined;
  };
  const from = resolve(earliest);
  const to = resolve(latest) ?? now;
  const lints: Lint[] = [];
  if (latest !== undefined && to > now + MINUTE_MS) {
    const message = 'The range reaches into the future, where there are hardly any events yet.';
    lints.push(createLint('future-latest', 'hint', latest, message));
  }
  if (earliest !== undefined && from !== undefined && from >= to) {
    const message = 'The range ends before it begins, so nothing can be found.';
    lints.push(createLint('empty-range', 'warning', latest ?? earliest, message));
  }
  const storedFrom = resolve(stage.indexEarliest);
  const storedTo = resolve(stage.indexLatest) ?? now;
  const bound = stage.indexLatest ?? stage.indexEarliest;
  if (bound !== undefined && storedFrom !== undefined && storedFrom >= storedTo) {
    const message = 'No event was stored in this range: it ends before it begins.';
    lints.push(createLint('empty-range', 'warning', bound, message));
  }
  return lints;
}
