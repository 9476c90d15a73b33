import { Tooltip } from '@mantine/core';
import { useNow } from './use-now.ts';
import { localTime, relativeTime } from './time-words.ts';

interface TimeTextProps {
  /** ISO 8601; null and undefined show `none`. */
  readonly at: string | null | undefined;
  /** In words (“2 days ago”), or to the second. */
  readonly form?: 'relative' | 'exact';
  readonly none?: string;
}

/** A moment in the browser's time zone; the other form and UTC on hover. */
export function TimeText({ at, form = 'relative', none = '–' }: TimeTextProps) {
  const now = useNow();
  if (at === null || at === undefined) return <span>{none}</span>;
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return <span className="xp-foreign">{at}</span>;
  const exact = localTime(moment);
  const shown = form === 'exact' ? exact : relativeTime(moment.getTime(), now);
  return (
    <Tooltip label={`${exact} here · ${moment.toISOString()}`}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {shown}
      </time>
    </Tooltip>
  );
}
