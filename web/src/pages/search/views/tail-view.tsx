/** Live events, appended at the end. Scrolling or opening one pauses the tail; no events are lost meanwhile. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice, messageOf } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { type Tail, useTail } from '../hooks/use-tail.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { tailPart } from '../../../query/text/query-facts.ts';
import type { SearchState } from '../../../data/search-state.ts';
import { rateOf } from '../logic/tail-buffer.ts';
import { EventList } from '../../../query/rows/event-list.tsx';
import { SidePanel } from '../../../query/rows/side-panel.tsx';
import { usePage } from '../page-context.tsx';

interface TailViewProps {
  readonly state: SearchState;
  readonly columns: readonly string[];
  readonly words: readonly string[];
}

export function TailView({ state, columns, words }: TailViewProps) {
  const { preferences } = usePage();
  const { query, isWhole } = tailPart(state.query);
  const tail = useTail(query, true);
  const { pause } = tail;
  useEffect(() => {
    if (state.event !== undefined) pause();
    // The function is another one each time; only the event counts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [state.event]);
  const { shown } = tail.buffer;
  const open = shown.find(({ id }) => id === state.event);
  return (
    <div className="sx-tail">
      <TailBar tail={tail} isWhole={isWhole} />
      {tail.connection === 'ended' && <ErrorNotice error={tail.error} />}
      {shown.length === 0 && tail.connection !== 'ended' ? (
        <EmptyState icon="play" title="Waiting for events">
          New matching events appear here as they arrive.
        </EmptyState>
      ) : (
        <div className="sx-results">
          <EventList
            events={shown}
            openId={state.event}
            view={state.view}
            columns={columns}
            words={words}
            follow={{ isFollowing: !tail.isPaused, onLeave: tail.pause }}
          />
          {open !== undefined && preferences.details === 'side' && (
            <SidePanel event={open} words={words} />
          )}
        </div>
      )}
      {tail.isPaused && (
        <Button className="sx-new-pill" size="compact-sm" radius="xl" onClick={tail.goOn}>
          {tail.buffer.waiting.length === 0
            ? 'Paused. Resume'
            : `${formatCount(tail.buffer.waiting.length)} new`}
        </Button>
      )}
    </div>
  );
}

const CONNECTIONS: Readonly<Record<Tail['connection'], string>> = {
  connecting: 'Connecting …',
  open: 'Live',
  waiting: 'Reconnecting …',
  ended: 'Ended',
};

function TailBar({ tail, isWhole }: { readonly tail: Tail; readonly isWhole: boolean }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const { buffer, connection, isPaused } = tail;
  return (
    <output className="sx-tail-bar" aria-label="Live tail">
      <span className="sx-dot" data-state={isPaused ? 'paused' : connection} />
      <span>{isPaused && connection === 'open' ? 'Paused' : CONNECTIONS[connection]}</span>
      <span>{rateOf(buffer, now).toFixed(1)} events/s</span>
      <span>{formatCount(buffer.shown.length)} shown</span>
      {buffer.dropped > 0 && (
        <span className="sx-dropped">
          {formatCount(buffer.dropped)} dropped (over the live tail rate limit)
        </span>
      )}
      {buffer.discarded > 0 && (
        <span className="sx-dropped">{formatCount(buffer.discarded)} discarded while paused</span>
      )}
      {!isWhole && <span>Live tail ignores the query's commands and time range.</span>}
      {connection === 'waiting' && tail.error !== null && <span>{messageOf(tail.error)}</span>}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<Icon name={isPaused ? 'play' : 'pause'} size={12} />}
        onClick={isPaused ? tail.goOn : tail.pause}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
    </output>
  );
}
