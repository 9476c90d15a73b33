import { MINUTE_MS } from '../../spec/units.ts';
import { resolveTimeSpec } from '../time/resolve-time.ts';
import type { TimeTerm } from '../tree/time.ts';
import { createLint, type Lint, type LintPlace } from './make-lint.ts';

/** Requires the clock and the time zone; without them it returns nothing. */
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
    const message = 'The time range extends into the future.';
    lints.push(createLint('future-latest', 'hint', latest, message));
  }
  if (earliest !== undefined && from !== undefined && from >= to) {
    const message = 'The time range ends before it starts, so the search has no results.';
    lints.push(createLint('empty-range', 'warning', latest ?? earliest, message));
  }
  const storedFrom = resolve(stage.indexEarliest);
  const storedTo = resolve(stage.indexLatest) ?? now;
  const bound = stage.indexLatest ?? stage.indexEarliest;
  if (bound !== undefined && storedFrom !== undefined && storedFrom >= storedTo) {
    const message = 'The ingest time range ends before it starts, so the search has no results.';
    lints.push(createLint('empty-range', 'warning', bound, message));
  }
  return lints;
}
