import { useState } from 'react';
import { textOf } from '../../../../../src/charts/chart-data.ts';
import { levelOf } from '../../../../../src/charts/colors.ts';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import { LIST_CHARACTERS_MAX, toOneLine, toSafeText } from '../../../parts/log-text.ts';
import { LinkList, useRowLinks } from '../../../query/links/field-links.tsx';
import { fieldNames, type LogEvent, toEvent } from '../../../query/rows/log-event.ts';
import { placeOf } from './bars-panel.tsx';
import { type KindProps, type PanelSurroundings, rowsOf } from './panel-props.ts';

export function LogsPanel({ panel, shown, around }: KindProps<'logs'>) {
  const [open, setOpen] = useState<number>();
  const { fields, wrap } = panel.options;
  return (
    <section
      className="db-logs"
      data-wrap={wrap || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
      tabIndex={0}
      aria-label={panel.title || 'Events'}
    >
      {rowsOf(shown).map((row, at) => (
        <EventLine
          key={textOf(row['_id']) || at}
          event={toEvent(row)}
          fields={fields}
          isOpen={open === at}
          around={around}
          onToggle={() => setOpen(open === at ? undefined : at)}
          onPick={
            around.onPick &&
            ((place) =>
              around.onPick?.({
                panel: panel.id,
                row: at,
                column: 'event',
                words: 'this event',
                at: place,
              }))
          }
        />
      ))}
    </section>
  );
}

interface EventLineProps {
  readonly event: LogEvent;
  readonly fields: readonly string[];
  readonly isOpen: boolean;
  readonly around: PanelSurroundings;
  readonly onToggle: () => void;
  readonly onPick: ((place: { readonly x: number; readonly y: number }) => void) | undefined;
}

function EventLine({ event, fields, isOpen, around, onToggle, onPick }: EventLineProps) {
  const time = formatInstant(event.timeMs, around.timeZone);
  return (
    <div className="db-log" data-level={levelOf(event.level)}>
      <button type="button" className="db-log-line" aria-expanded={isOpen} onClick={onToggle}>
        <time dateTime={textOf(event.row['_time'])}>{time.slice(5)}</time>
        <span className="db-log-level">{event.level}</span>
        <span className="db-log-text">
          {fields.map((name) => (
            <Field key={name} name={name} value={textOf(event.row[name])} />
          ))}
          {toOneLine(toSafeText(event.text.slice(0, LIST_CHARACTERS_MAX)))}
        </span>
      </button>
      {isOpen && <Fields event={event} onPick={onPick} />}
    </div>
  );
}

function Field({ name, value }: { readonly name: string; readonly value: string }) {
  if (value === '') return null;
  return (
    <span className="db-log-field">
      <span>{name}=</span>
      {toOneLine(toSafeText(value.slice(0, 120)))}
    </span>
  );
}

function Fields({ event, onPick }: Pick<EventLineProps, 'event' | 'onPick'>) {
  return (
    <div className="db-log-fields">
      <pre className="xp-foreign">{toSafeText(event.text.slice(0, LIST_CHARACTERS_MAX))}</pre>
      <dl>
        {fieldNames(event.row).map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="xp-foreign">
              {toSafeText(textOf(event.row[name]).slice(0, LIST_CHARACTERS_MAX))}
              {/* Public pages lead nowhere. */}
              {onPick !== undefined && <OwnLinks event={event} name={name} />}
            </dd>
          </div>
        ))}
      </dl>
      {onPick !== undefined && (
        <button type="button" className="db-link" onClick={(click) => onPick(placeOf(click))}>
          Event actions
        </button>
      )}
    </div>
  );
}

function OwnLinks({ event, name }: { readonly event: LogEvent; readonly name: string }) {
  return <LinkList links={useRowLinks()(event.row, name)} />;
}
