import { Tooltip } from '@mantine/core';
import { formatInstant } from '../../../src/charts/clock.ts';
import { useShownZone } from '../data/shown-zone.ts';
import { useNow } from './use-now.ts';
import { relativeTime } from './time-words.ts';

interface TimeTextProps {
  /** ISO 8601; null and undefined show `none`. */
  readonly at: string | null | undefined;
  /** Relative (“2 days ago”), or exact to the second. */
  readonly form?: 'relative' | 'exact';
  readonly none?: string;
}

/** A moment on the clock that people have chosen for all pages; the other form and UTC on hover. */
export function TimeText({ at, form = 'relative', none = '–' }: TimeTextProps) {
  const now = useNow();
  const zone = useShownZone();
  if (at === null || at === undefined) return <span>{none}</span>;
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return <span className="xp-foreign">{at}</span>;
  const exact = formatInstant(moment.getTime(), zone, 'seconds');
  const shown = form === 'exact' ? exact : relativeTime(moment.getTime(), now);
  return (
    <Tooltip label={`${exact} in ${zone} · ${moment.toISOString()}`}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {shown}
      </time>
    </Tooltip>
  );
}
