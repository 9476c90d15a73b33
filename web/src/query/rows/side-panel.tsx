import { CloseButton } from '@mantine/core';
import type { LogEvent } from './log-event.ts';
import { usePage } from '../../pages/search/page-context.tsx';
import { EventDetail } from './lazy-detail.tsx';
import { formatInstant } from '../time/time-range.ts';

interface SidePanelProps {
  readonly event: LogEvent;
  readonly words: readonly string[];
}

/** The details beside the list, for those who prefer them there. */
export function SidePanel({ event, words }: SidePanelProps) {
  const { actions, timeZone } = usePage();
  return (
    <aside className="sx-side" aria-label="Event">
      <div className="sx-side-head">
        <strong>{formatInstant(event.timeMs, timeZone)}</strong>
        <CloseButton
          size="sm"
          aria-label="Close details"
          onClick={() => actions.openEvent(undefined)}
        />
      </div>
      <EventDetail key={event.id} event={event} words={words} />
    </aside>
  );
}
