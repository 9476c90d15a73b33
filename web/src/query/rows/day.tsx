/**
 * Date header for the lines below it. One is pinned to the top while scrolling; another appears where a new day begins.
 */
import { useMemo } from 'react';
import type { View } from '../../data/search-state.ts';
import { daysBegin, dayText } from './days.ts';
import type { LogEvent } from './log-event.ts';

/** As in the style sheet. */
export const DAY_HEIGHT = 20;

interface Days {
  /** What the day at the top takes away from the list; none where lines have their own date. */
  readonly head: number;
  readonly begin: ReadonlySet<string>;
}

const NO_DAYS: Days = { head: 0, begin: new Set() };

export function useDays(view: View, events: readonly LogEvent[], timeZone: string): Days {
  return useMemo(
    () =>
      view === 'raw' && events.length > 0
        ? { head: DAY_HEIGHT, begin: daysBegin(events, timeZone) }
        : NO_DAYS,
    [view, events, timeZone],
  );
}

interface DayProps {
  readonly event: LogEvent | undefined;
  readonly timeZone: string;
  readonly isHead?: boolean;
}

export function Day({ event, timeZone, isHead = false }: DayProps) {
  if (event === undefined) return null;
  return (
    <div className="sx-day" data-head={isHead || undefined}>
      {dayText(event.timeMs, timeZone)}
    </div>
  );
}
