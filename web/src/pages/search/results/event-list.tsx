/** The rows of a search or a live tail. Only those in sight exist. */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type DragEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { createMarker } from '../logic/mark-words.ts';
import type { LogEvent } from '../logic/log-event.ts';
import type { View } from '../logic/search-state.ts';
import { usePage } from '../page-context.tsx';
import { ColumnHeads, FIELD_DRAG_TYPE } from './column-heads.tsx';
import { EventDetail } from './event-detail.tsx';
import { EventRow } from './event-row.tsx';

interface EventListProps {
  readonly events: readonly LogEvent[];
  readonly openId: string | undefined;
  readonly view: View;
  readonly columns: readonly string[];
  readonly words: readonly string[];
  /** What stands behind the last row. */
  readonly footer?: ReactNode;
  readonly onEnd?: () => void;
  /** A live tail keeps its end in sight until somebody scrolls away. */
  readonly follow?: { readonly isFollowing: boolean; readonly onLeave: () => void };
}

const ROW_HEIGHT = 22;
const WRAPPED_HEIGHT = 40;
const END_ROWS = 50;

export function EventList(props: EventListProps) {
  const { events, openId, view, columns, footer, onEnd } = props;
  const { actions, timeZone, preferences } = usePage();
  const isInline = preferences.details === 'inline';
  const scroller = useRef<HTMLDivElement>(null);
  const marker = useMemo(() => createMarker(props.words), [props.words]);
  const isWrapped = preferences.isWrapped || (view === 'json' && preferences.isWrapped);
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isWrapped ? WRAPPED_HEIGHT : ROW_HEIGHT),
    overscan: 12,
    getItemKey: (at) => events[at]?.id ?? at,
  });
  useFollow(scroller, rows, events.length, props.follow);
  useShowOpen(rows, events, openId, props.follow === undefined);
  const items = rows.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (events.length > 0 && lastShown >= events.length - END_ROWS) onEnd?.();
  }, [lastShown, events.length, onEnd]);
  const toggle = useToggle(openId);
  return (
    <div
      className="sx-list"
      data-view={view}
      style={view === 'table' ? { ['--sx-columns' as string]: templateFor(columns) } : undefined}
      onDragOver={(drag) => {
        if (drag.dataTransfer.types.includes(FIELD_DRAG_TYPE)) drag.preventDefault();
      }}
      onDrop={(drag) => dropField(drag, columns, actions.toggleColumn)}
    >
      {view === 'table' && <ColumnHeads columns={columns} />}
      <div ref={scroller} className="sx-scroller" tabIndex={0} role="region" aria-label="Events">
        <div
          role="list"
          aria-label="Events"
          style={{ height: rows.getTotalSize() }}
          className="sx-rows"
        >
          {items.map(({ index, start, key }) => {
            const event = events[index];
            if (event === undefined) return null;
            const isOpen = event.id === openId;
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                role="listitem"
                aria-posinset={index + 1}
                aria-setsize={events.length}
                className="sx-item"
                style={{ transform: `translateY(${start}px)` }}
              >
                <EventRow
                  event={event}
                  isOpen={isOpen}
                  isWrapped={isWrapped}
                  view={view}
                  columns={columns}
                  marker={marker}
                  timeZone={timeZone}
                  onToggle={toggle}
                />
                {isOpen && isInline && <EventDetail event={event} words={props.words} />}
              </div>
            );
          })}
        </div>
        {footer}
      </div>
    </div>
  );
}

function useToggle(openId: string | undefined): (id: string) => void {
  const { actions } = usePage();
  const open = useRef(openId);
  open.current = openId;
  return useMemo(
    () => (id: string) => actions.openEvent(open.current === id ? undefined : id),
    [actions],
  );
}

/** The open event is brought into sight when it changes by other means than a click on it. */
function useShowOpen(
  rows: Virtualizer<HTMLDivElement, Element>,
  events: readonly LogEvent[],
  openId: string | undefined,
  isEnabled: boolean,
): void {
  const place =
    isEnabled && openId !== undefined ? events.findIndex(({ id }) => id === openId) : -1;
  useEffect(() => {
    if (place < 0) return;
    const isInSight = rows.getVirtualItems().some(({ index }) => index === place);
    rows.scrollToIndex(place, { align: isInSight ? 'auto' : 'center' });
    // Only when another event is opened: rows that load later must not move the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [openId, place < 0]);
}

function useFollow(
  scroller: RefObject<HTMLDivElement | null>,
  rows: Virtualizer<HTMLDivElement, Element>,
  count: number,
  follow: EventListProps['follow'],
): void {
  const isFollowing = follow?.isFollowing ?? false;
  const onLeave = useRef(follow?.onLeave);
  onLeave.current = follow?.onLeave;
  useEffect(() => {
    if (isFollowing && count > 0) rows.scrollToIndex(count - 1, { align: 'end' });
  }, [rows, count, isFollowing]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !isFollowing) return undefined;
    // Rows that are appended move the end as well: only people turn wheels, drag and press keys.
    const leave = (): void => {
      const rest = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (rest > LEAVE_PIXELS) onLeave.current?.();
    };
    const events = ['wheel', 'touchmove', 'pointerup', 'keyup'] as const;
    for (const name of events) element.addEventListener(name, leave, { passive: true });
    return () => {
      for (const name of events) element.removeEventListener(name, leave);
    };
  }, [scroller, isFollowing]);
}

const LEAVE_PIXELS = 48;

function dropField(
  drag: DragEvent,
  columns: readonly string[],
  toggleColumn: (field: string) => void,
): void {
  const field = drag.dataTransfer.getData(FIELD_DRAG_TYPE);
  if (field === '') return;
  drag.preventDefault();
  if (!columns.includes(field)) toggleColumn(field);
}

const WIDTHS: Readonly<Record<string, string>> = { level: '64px', event: 'minmax(240px, 4fr)' };

function templateFor(columns: readonly string[]): string {
  return columns.map((name) => WIDTHS[name] ?? 'minmax(80px, 1fr)').join(' ');
}
