/** The rows of a search or a live tail. Only those in sight exist. */
import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type DragEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLatest } from '../../parts/use-latest.ts';
import type { DrawnWidth } from './column-edge.tsx';
import { gridOf, numberColumns, withWidth } from './column-widths.ts';
import type { Distance } from './distances.ts';
import type { LogEvent } from './log-event.ts';
import { createMarker } from './mark-words.ts';
import type { View } from '../../data/search-state.ts';
import { useRowsHost } from './rows-context.tsx';
import type { Sorting } from './column-heads.tsx';
import { FIELD_DRAG_TYPE } from './field-drag.ts';
import { Day, DAY_HEIGHT, useDays } from './day.tsx';
import { EventDetail } from './lazy-detail.tsx';
import { ColumnHeads } from './lazy-heads.tsx';
import { EventRow, type EventRowProps } from './event-row.tsx';
import { useRovingRows } from './roving-rows.ts';

interface EventListProps {
  readonly events: readonly LogEvent[];
  readonly openId: string | undefined;
  readonly view: View;
  readonly columns: readonly string[];
  readonly words: readonly string[];
  /** What the heads of a table sort by; without it they do not. */
  readonly sorting?: Sorting;
  /** The time since the event before, by id; without it none is shown. */
  readonly distances?: ReadonlyMap<string, Distance> | undefined;
  /** Shown after the last row. */
  readonly footer?: ReactNode;
  readonly onEnd?: () => void;
  /** A live tail keeps its end in view until the user scrolls away. */
  readonly follow?: { readonly isFollowing: boolean; readonly onLeave: () => void };
}

const ROW_HEIGHT = 22;
const WRAPPED_HEIGHT = 40;
/** Requests more rows when this many are left before the end. */
const END_ROWS = 50;

export function EventList(props: EventListProps) {
  const { events, openId, view, columns, footer, onEnd, words, follow, distances } = props;
  const { timeZone, isWrapped, toggleColumn } = useRowsHost();
  const scroller = useRef<HTMLElement>(null);
  const marker = useMemo(() => createMarker(words), [words]);
  const days = useDays(view, events, timeZone);
  // oxlint-disable-next-line react/incompatible-library -- its functions are handed to no memoised component
  const rows = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => heightOf(isWrapped, days.begin.has(events[at]?.id ?? '')),
    overscan: 10,
    scrollMargin: days.head,
    scrollPaddingStart: days.head,
    getItemKey: (at) => events[at]?.id ?? at,
  });
  const isMeasured = useMeasured(rows, openId, isWrapped);
  useFollow(scroller, rows, events.length, follow);
  useShowOpen(rows, events, openId, follow === undefined);
  const items = rows.getVirtualItems();
  useEnd(items.at(-1)?.index ?? 0, events.length, onEnd);
  const onToggle = useToggle(openId);
  const { stop, keys } = useRovingRows(events, items, openId);
  const table = useTable(view, events, columns);
  const { numbers } = table;
  const look = { isWrapped, view, columns, numbers, marker, timeZone, onToggle, distances, words };
  const flagsOf = (id: string) => ({ isOpen: id === openId, isStop: id === stop });
  return (
    <div
      className="sx-list"
      data-view={view}
      data-distances={distances !== undefined || undefined}
      style={table.style}
      onDragOver={acceptField}
      onDrop={(drag) => dropField(drag, columns, toggleColumn)}
    >
      {view === 'table' && <Heads {...props} table={table} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <section ref={scroller} className="sx-scroller" tabIndex={0} aria-label="Events">
        {days.head > 0 && <Day event={events[firstInSight(rows)]} timeZone={timeZone} isHead />}
        <ul
          {...keys}
          aria-label="Events"
          className="sx-rows"
          style={{ height: rows.getTotalSize() }}
        >
          {items.map(({ index, start, key }) => {
            const event = events[index];
            if (event === undefined) return null;
            return (
              <li
                key={key}
                ref={isMeasured(event.id) ? rows.measureElement : undefined}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={events.length}
                className="sx-item"
                style={{ transform: `translateY(${start - days.head}px)` }}
              >
                {days.begin.has(event.id) && <Day event={event} timeZone={timeZone} />}
                <EventItem event={event} {...flagsOf(event.id)} {...look} />
              </li>
            );
          })}
        </ul>
        {footer}
      </section>
    </div>
  );
}

interface HeadsProps extends EventListProps {
  readonly table: ReturnType<typeof useTable>;
}

function Heads({ columns, sorting, distances, table }: HeadsProps) {
  return (
    <ColumnHeads
      columns={columns}
      numbers={table.numbers}
      sorting={sorting}
      hasDistances={distances !== undefined}
      onDraw={table.draw}
    />
  );
}

function heightOf(isWrapped: boolean, hasDay: boolean): number {
  return (isWrapped ? WRAPPED_HEIGHT : ROW_HEIGHT) + (hasDay ? DAY_HEIGHT : 0);
}

function firstInSight(rows: Virtualizer<HTMLElement, HTMLLIElement>): number {
  const { scrollPaddingStart } = rows.options;
  const top = (rows.scrollOffset ?? 0) + scrollPaddingStart;
  return rows.getVirtualItems().find(({ end }) => end > top)?.index ?? 0;
}

/** Requests more rows before the last one comes into view. */
function useEnd(lastShown: number, count: number, onEnd: (() => void) | undefined): void {
  useEffect(() => {
    if (count > 0 && lastShown >= count - END_ROWS) onEnd?.();
  }, [lastShown, count, onEnd]);
}

type EventItemProps = Omit<EventRowProps, 'distance' | 'isTimeOnly'> &
  Pick<EventListProps, 'words' | 'distances'>;

const EventItem = memo(function EventItem({ words, distances, ...row }: EventItemProps) {
  const { details } = useRowsHost();
  return (
    <>
      <EventRow
        {...row}
        isTimeOnly={row.view === 'raw'}
        distance={distances && (distances.get(row.event.id) ?? 'first')}
      />
      {row.isOpen && details === 'inline' && <EventDetail event={row.event} words={words} />}
    </>
  );
});

/**
 * Rows of one line are all of the same height, and asking each for it would cost a layout of the page. Only
 * those that are or were open, or may have several lines, are measured.
 */
function useMeasured(
  rows: Virtualizer<HTMLElement, HTMLLIElement>,
  openId: string | undefined,
  isWrapped: boolean,
): (id: string) => boolean {
  const isNarrow = useMediaQuery(NARROW) ?? false;
  // Measurements from before a phone was rotated are no longer valid.
  useEffect(() => rows.measure(), [rows, isNarrow]);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (openId !== undefined && !opened.has(openId)) setOpened(new Set([...opened, openId]));
  return (id) => isWrapped || isNarrow || opened.has(id);
}

/** As in the style sheet: below this width a row has several lines. */
const NARROW = '(max-width: 48em)';

function useToggle(openId: string | undefined): (id: string) => void {
  const { openEvent } = useRowsHost();
  const open = useLatest(openId);
  return useMemo(
    () => (id: string) => openEvent(open.current === id ? undefined : id),
    [openEvent, open],
  );
}

/** Scrolls the open event into view when it changes other than by a click on it. */
function useShowOpen(
  rows: Virtualizer<HTMLElement, HTMLLIElement>,
  events: readonly LogEvent[],
  openId: string | undefined,
  isEnabled: boolean,
): void {
  const place =
    isEnabled && openId !== undefined ? events.findIndex(({ id }) => id === openId) : -1;
  const latest = useLatest({ rows, place });
  // Only when another event is opened: rows that load later must not move the list.
  const shown = place < 0 ? undefined : openId;
  useEffect(() => {
    const { rows: list, place: at } = latest.current;
    if (shown === undefined || at < 0) return;
    const isInSight = list.getVirtualItems().some(({ index }) => index === at);
    list.scrollToIndex(at, { align: isInSight ? 'auto' : 'center' });
  }, [shown, latest]);
}

function useFollow(
  scroller: RefObject<HTMLElement | null>,
  rows: Virtualizer<HTMLElement, HTMLLIElement>,
  count: number,
  follow: EventListProps['follow'],
): void {
  const isFollowing = follow?.isFollowing ?? false;
  const onLeave = useLatest(follow?.onLeave);
  useEffect(() => {
    if (isFollowing && count > 0) rows.scrollToIndex(count - 1, { align: 'end' });
  }, [rows, count, isFollowing]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null || !isFollowing) return undefined;
    // Appended rows also move the end, so only user input counts: wheel, touch, pointer and keys.
    const leave = (): void => {
      const rest = element.scrollHeight - element.scrollTop - element.clientHeight;
      if (rest > LEAVE_PIXELS) onLeave.current?.();
    };
    const turn = (event: WheelEvent): void => {
      if (event.deltaY < 0) onLeave.current?.();
    };
    element.addEventListener('wheel', turn, { passive: true });
    const events = ['touchmove', 'pointerup', 'keyup'] as const;
    for (const name of events) element.addEventListener(name, leave, { passive: true });
    return () => {
      element.removeEventListener('wheel', turn);
      for (const name of events) element.removeEventListener(name, leave);
    };
  }, [scroller, isFollowing, onLeave]);
}

const LEAVE_PIXELS = 48;

function acceptField(drag: DragEvent): void {
  if (drag.dataTransfer.types.includes(FIELD_DRAG_TYPE)) drag.preventDefault();
}

function dropField(
  drag: DragEvent,
  columns: readonly string[],
  toggleColumn: ((field: string) => void) | undefined,
): void {
  const field = drag.dataTransfer.getData(FIELD_DRAG_TYPE);
  if (field === '') return;
  drag.preventDefault();
  if (!columns.includes(field)) toggleColumn?.(field);
}

const NO_WIDTHS = {};
const NO_NUMBERS: readonly string[] = [];

/** Table view only: user-defined column widths, and right-aligned numbers. */
function useTable(view: View, events: readonly LogEvent[], columns: readonly string[]) {
  const { columnWidths = NO_WIDTHS } = useRowsHost();
  const [drawn, draw] = useState<DrawnWidth>();
  const found = useMemo(
    () => (view === 'table' ? numberColumns(events, columns) : NO_NUMBERS),
    [view, events, columns],
  );
  // Keeps the same array, so that rows do not rerender when more of them load.
  const [numbers, setNumbers] = useState(found);
  if (numbers.join('\n') !== found.join('\n')) setNumbers(found);
  if (view !== 'table') return { style: undefined, numbers, draw };
  const widths =
    drawn === undefined ? columnWidths : withWidth(columnWidths, drawn.name, drawn.pixels);
  const { tracks, min } = gridOf(columns, widths);
  const style = { '--sx-columns': tracks, '--sx-table-min': `${min}px` } as CSSProperties;
  return { style, numbers, draw };
}
