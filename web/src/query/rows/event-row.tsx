/** One event of the list, in the three ways of looking at it. */
import { memo, type MouseEvent, useMemo } from 'react';
import { levelOf } from '../../../../src/charts/colors.ts';
import { textOf } from '../../../../src/charts/chart-data.ts';
import { formatInstant } from '../../../../src/charts/clock.ts';
import { type Distance, spanText } from './distances.ts';
import { type LogEvent, originOf } from './log-event.ts';
import { LIST_CHARACTERS_MAX, toOneLine, toSafeText } from '../../parts/log-text.ts';
import type { View } from '../../data/search-state.ts';
import './rows.css';
import { readJsonLine, type JsonLine } from './json-line.ts';
import { LineText } from './line-text.tsx';

export interface EventRowProps {
  readonly event: LogEvent;
  readonly isOpen: boolean;
  /** Whether the Tab key leads to it. */
  readonly isStop: boolean;
  readonly isWrapped: boolean;
  readonly view: View;
  readonly columns: readonly string[];
  /** Columns whose values are numbers. */
  readonly numbers?: readonly string[];
  /** Since the event before; none of the first one. */
  readonly distance?: Distance | 'first' | undefined;
  /** The day is shown above the row. */
  readonly isTimeOnly?: boolean;
  readonly marker: RegExp | undefined;
  readonly timeZone: string;
  readonly onToggle: (id: string) => void;
}

export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { event, isOpen, isStop, isWrapped, distance, isTimeOnly = false } = props;
  const { timeZone, onToggle } = props;
  const time = formatInstant(event.timeMs, timeZone);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- for the mouse; its button does the same
    <div
      className="sx-row"
      data-level={levelOf(event.level)}
      data-open={isOpen || undefined}
      data-wrapped={isWrapped || undefined}
      data-gap={(distance !== undefined && distance !== 'first' && distance.isGap) || undefined}
      data-event={event.id}
      onClick={(click) => {
        if (!isSelecting(click)) onToggle(event.id);
      }}
    >
      <button
        type="button"
        className="sx-open"
        tabIndex={isStop ? 0 : -1}
        aria-expanded={isOpen}
        aria-label={`Details of the event at ${time}`}
        onClick={(click) => {
          click.stopPropagation();
          onToggle(event.id);
        }}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
      </button>
      <time className="sx-time" dateTime={textOf(event.row['_time'])} title={time}>
        {isTimeOnly ? formatInstant(event.timeMs, timeZone, 'time') : time}
      </time>
      {distance !== undefined && <DistanceText distance={distance} />}
      <RowContent {...props} />
    </div>
  );
});

function DistanceText({ distance }: { readonly distance: Distance | 'first' }) {
  if (distance === 'first') return <span className="sx-distance" />;
  const { ms, isGap } = distance;
  return (
    <span
      className="sx-distance"
      title={isGap ? 'Gap: much longer than usual here' : 'Since the previous event'}
    >
      {isGap && <span className="xp-hidden">gap of </span>}+{spanText(ms)}
    </span>
  );
}

/** Selecting text to copy must not open the row. */
function isSelecting(click: MouseEvent): boolean {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed || selection.toString() === '') return false;
  return click.currentTarget.contains(selection.anchorNode);
}

function RowContent({ event, view, columns, numbers = [], marker, isWrapped }: EventRowProps) {
  switch (view) {
    case 'raw':
      return (
        <>
          <span className="sx-level">{event.level}</span>
          <span className="sx-origin">{toSafeText(originOf(event))}</span>
          <span className="sx-text">
            {columns.map((name) => (
              <Chip key={name} name={name} value={textOf(event.row[name])} />
            ))}
            <RawText event={event} marker={marker} isWrapped={isWrapped} />
          </span>
        </>
      );
    case 'table':
      return columns.map((name) => (
        <span
          key={name}
          className={name === 'level' ? 'sx-cell sx-level' : 'sx-cell'}
          data-number={numbers.includes(name) || undefined}
        >
          <LineText
            text={name === 'event' ? event.text : textOf(event.row[name])}
            marker={name === 'event' ? marker : undefined}
            isWrapped={isWrapped}
            charactersMax={name === 'event' ? LIST_CHARACTERS_MAX : 300}
          />
        </span>
      ));
    case 'json':
      return (
        <span className="sx-json">
          <LineText
            text={JSON.stringify(event.row, undefined, isWrapped ? 2 : undefined)}
            marker={marker}
            isWrapped={isWrapped}
            charactersMax={3_000}
          />
        </span>
      );
  }
}

function RawText({
  event,
  marker,
  isWrapped,
}: Pick<EventRowProps, 'event' | 'marker' | 'isWrapped'>) {
  const line = useMemo(() => readJsonLine(event.text, event.level), [event]);
  if (line !== undefined) return <JsonText line={line} marker={marker} isWrapped={isWrapped} />;
  return <LineText text={event.text} marker={marker} isWrapped={isWrapped} />;
}

function Chip({ name, value }: { readonly name: string; readonly value: string }) {
  if (value === '') return null;
  return (
    <span className="sx-chip">
      <span className="sx-chip-name">{name}=</span>
      {toOneLine(toSafeText(value.slice(0, 120)))}
    </span>
  );
}

interface JsonTextProps {
  readonly line: JsonLine;
  readonly marker: RegExp | undefined;
  readonly isWrapped: boolean;
}

/** Shows the message first, since it is the most important part. */
function JsonText({ line: { message, pairs }, marker, isWrapped }: JsonTextProps) {
  return (
    <>
      {message !== '' && <LineText text={message} marker={marker} isWrapped={isWrapped} />}
      {pairs.map(([name, value]) => (
        <span key={name} className="sx-pair">
          {' '}
          <span className="sx-chip-name">
            <LineText text={name} marker={undefined} isWrapped={false} charactersMax={80} />=
          </span>
          <LineText text={value} marker={marker} isWrapped={isWrapped} />
        </span>
      ))}
    </>
  );
}
