/** What happened around an event, in rows like all others. The filter of the search does not count here. */
import { Button, Chip, Group, Loader, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { LIMITS } from '../../../../src/spec/limits.ts';
import {
  type Around,
  CONTEXT_WINDOWS,
  type ContextScope,
  contextScopes,
  contextSearches,
  type ContextWindow,
  joinAround,
} from './context-scope.ts';
import { toRange } from '../time/time-range.ts';
import { type LogEvent, type Row, toEvent } from './log-event.ts';
import { useRowsHost } from './rows-context.tsx';
import { EventRow } from './event-row.tsx';

const STEP = 20;

/** Number of events on each side if a window limits their distance in time. */
const WINDOW_EVENTS = 100;

export function EventContext({ event }: { readonly event: LogEvent }) {
  const { organization } = useRowsHost();
  const [chosen, setChosen] = useState(lastChosen);
  const [extra, setExtra] = useState({ before: 0, after: 0 });
  const scopes = contextScopes(event);
  const scope = scopes.find(({ name }) => name === chosen.scope) ?? scopes[0];
  const window = CONTEXT_WINDOWS.find(({ name }) => name === chosen.window) ?? CONTEXT_WINDOWS[0];
  const few = window.ms === undefined ? LIMITS.views.contextEventsDefault : WINDOW_EVENTS;
  const before = Math.min(few + extra.before, LIMITS.views.contextEventsMax);
  const after = Math.min(few + extra.after, LIMITS.views.contextEventsMax);
  const around = useQuery({
    queryKey: ['context', organization, event.id, scope?.name, window.name, before, after],
    queryFn: async ({ signal }) => readAround(event, scope, window, before, after, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const choose = (part: Partial<Chosen>): void => {
    lastChosen = { ...chosen, ...part };
    setChosen(lastChosen);
    setExtra({ before: 0, after: 0 });
  };
  return (
    <div className="sx-context">
      <Choice
        words="Surrounding events"
        options={scopes}
        chosen={scope?.name ?? ''}
        onChoose={(name) => choose({ scope: name })}
      />
      <Group gap={6}>
        <Choice
          words="Scope"
          options={CONTEXT_WINDOWS}
          chosen={window.name}
          onChoose={(name) => choose({ window: name })}
        />
        {scope !== undefined && <OpenButton event={event} scope={scope} window={window} />}
        {around.isFetching && (
          <output aria-label="Loading context">
            <Loader size={12} aria-hidden="true" />
          </output>
        )}
      </Group>
      <ErrorNotice error={around.error} onRetry={() => void around.refetch()} />
      {around.data !== undefined && (
        <ContextRows
          event={event}
          around={around.data}
          onBefore={() => setExtra({ ...extra, before: extra.before + STEP })}
          onAfter={() => setExtra({ ...extra, after: extra.after + STEP })}
        />
      )}
    </div>
  );
}

interface Chosen {
  readonly scope: string;
  readonly window: string;
}

/** Of the event before: who steps through events looks around each of them in the same way. */
let lastChosen: Chosen = { scope: 'source', window: 'nearest' };

interface ChoiceProps {
  readonly words: string;
  readonly options: readonly { readonly name: string; readonly label: string }[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

function Choice({ words, options, chosen, onChoose }: ChoiceProps) {
  return (
    <Group gap={6} className="sx-context-bar" role="radiogroup" aria-label={words}>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
      <Chip.Group value={chosen} onChange={onChoose}>
        {options.map(({ name, label }) => (
          <Chip key={name} value={name} size="xs" radius="sm">
            {label}
          </Chip>
        ))}
      </Chip.Group>
    </Group>
  );
}

interface OpenButtonProps {
  readonly event: LogEvent;
  readonly scope: ContextScope;
  readonly window: ContextWindow;
}

/** Opens the window as a separate search, with histogram and fields. */
function OpenButton({ event, scope, window }: OpenButtonProps) {
  const { find } = useRowsHost();
  if (find === undefined || window.ms === undefined) return null;
  const range = toRange({ from: event.timeMs - window.ms, to: event.timeMs + window.ms + 1 });
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      className="sx-context-bar"
      onClick={() => find(scope.query, { ...range, sort: 'oldest', event: event.id })}
    >
      Open in search
    </Button>
  );
}

interface ContextRowsProps {
  readonly event: LogEvent;
  readonly around: Around;
  readonly onBefore: () => void;
  readonly onAfter: () => void;
}

function ContextRows({ event, around, onBefore, onAfter }: ContextRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  // Centres the event, however many rows precede it.
  useEffect(() => {
    const element = scroller.current;
    const centre = element?.querySelector('[aria-current]');
    if (element === null || centre === null || centre === undefined) return;
    const away = centre.getBoundingClientRect().top - element.getBoundingClientRect().top;
    element.scrollTop += away - element.clientHeight / 2;
  }, [around]);
  return (
    <div ref={scroller} className="sx-context-rows">
      {around.hasMoreBefore && (
        <Button size="compact-xs" variant="subtle" onClick={onBefore}>
          Load {STEP} earlier events
        </Button>
      )}
      <ul aria-label="Surrounding events, oldest first">
        {around.before.map((each) => (
          <ContextRow key={each.id} event={each} isCentre={false} />
        ))}
        <ContextRow event={event} isCentre />
        {around.after.map((each) => (
          <ContextRow key={each.id} event={each} isCentre={false} />
        ))}
      </ul>
      {around.hasMoreAfter && (
        <Button size="compact-xs" variant="subtle" onClick={onAfter}>
          Load {STEP} later events
        </Button>
      )}
    </div>
  );
}

const NO_COLUMNS: readonly string[] = [];

function ContextRow(props: { readonly event: LogEvent; readonly isCentre: boolean }) {
  const { timeZone, isWrapped, openEvent } = useRowsHost();
  return (
    <li className="sx-context-row" aria-current={props.isCentre || undefined}>
      <EventRow
        event={props.event}
        isStop
        isOpen={false}
        isWrapped={isWrapped}
        view="raw"
        columns={NO_COLUMNS}
        marker={undefined}
        timeZone={timeZone}
        onToggle={openEvent}
      />
    </li>
  );
}

async function readAround(
  event: LogEvent,
  scope: ContextScope | undefined,
  window: ContextWindow,
  before: number,
  after: number,
  signal: AbortSignal,
): Promise<Around> {
  if (scope === undefined || (scope.name === 'source' && window.ms === undefined)) {
    const query = { before, after };
    const { data } = await call(api.readContext, { params: { id: event.id }, query }, signal);
    return {
      ...data,
      before: (data.before as Row[]).map(toEvent),
      after: (data.after as Row[]).map(toEvent),
    };
  }
  const read = async (query: ReturnType<typeof contextSearches>[number]): Promise<LogEvent[]> =>
    ((await call(api.search, { query }, signal)).data.rows as Row[]).map(toEvent);
  const [earlier, later] = contextSearches(event, scope, window.ms, before, after);
  return joinAround(event, await Promise.all([read(earlier), read(later)]), before, after);
}
