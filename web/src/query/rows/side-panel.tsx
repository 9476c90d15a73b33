import { CloseButton } from '@mantine/core';
import { formatInstant } from '../../../../src/charts/clock.ts';
import type { LogEvent } from './log-event.ts';
import { useRowsHost } from './rows-context.tsx';
import { EventDetail } from './lazy-detail.tsx';

interface SidePanelProps {
  readonly event: LogEvent;
  readonly words: readonly string[];
}

/** Event details next to the list, for users who prefer them there. */
export function SidePanel({ event, words }: SidePanelProps) {
  const { openEvent, timeZone } = useRowsHost();
  return (
    <aside className="sx-side" aria-label="Event">
      <div className="sx-side-head">
        <strong>{formatInstant(event.timeMs, timeZone)}</strong>
        <CloseButton size="sm" aria-label="Close details" onClick={() => openEvent(undefined)} />
      </div>
      <EventDetail key={event.id} event={event} words={words} />
    </aside>
  );
}
