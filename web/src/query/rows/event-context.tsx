/** What happened around an event, in rows like all others. The filter of the search does not count here. */
import { Button, Chip, Group, Loader, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { contextScopes, contextSearches, type ContextScope } from './context-scope.ts';
import { type LogEvent, type Row, toEvent } from './log-event.ts';
import { useRowsHost } from './rows-context.tsx';
import { EventRow } from './event-row.tsx';

const STEP = 20;

interface Around {
  readonly before: readonly LogEvent[];
  readonly after: readonly LogEvent[];
  readonly hasMoreBefore: boolean;
  readonly hasMoreAfter: boolean;
}

export function EventContext({ event }: { readonly event: LogEvent }) {
  const { organization } = useRowsHost();
  const scopes = contextScopes(event);
  const [scopeName, setScopeName] = useState<string>('source');
  const [before, setBefore] = useState<number>(LIMITS.views.contextEventsDefault);
  const [after, setAfter] = useState<number>(LIMITS.views.contextEventsDefault);
  const scope = scopes.find(({ name }) => name === scopeName) ?? scopes[0];
  const around = useQuery({
    queryKey: ['context', organization, event.id, scopeName, before, after],
    queryFn: async ({ signal }) => readAround(event, scope, before, after, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return (
    <div className="sx-context">
      <Group gap={6} className="sx-context-bar">
        <Text size="xs" c="dimmed">
          Around this event, of the same
        </Text>
        <Chip.Group value={scopeName} onChange={(value) => setScopeName(value)}>
          {scopes.map(({ name, label }) => (
            <Chip key={name} value={name} size="xs" radius="sm">
              {label}
            </Chip>
          ))}
        </Chip.Group>
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
          onBefore={() =>
            setBefore((count) => Math.min(count + STEP, LIMITS.views.contextEventsMax))
          }
          onAfter={() => setAfter((count) => Math.min(count + STEP, LIMITS.views.contextEventsMax))}
        />
      )}
    </div>
  );
}

interface ContextRowsProps {
  readonly event: LogEvent;
  readonly around: Around;
  readonly onBefore: () => void;
  readonly onAfter: () => void;
}

function ContextRows({ event, around, onBefore, onAfter }: ContextRowsProps) {
  return (
    <div className="sx-context-rows">
      {around.hasMoreBefore && (
        <Button size="compact-xs" variant="subtle" onClick={onBefore}>
          {STEP} more before
        </Button>
      )}
      <ul aria-label="Events around this one, oldest first">
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
          {STEP} more after
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
  before: number,
  after: number,
  signal: AbortSignal,
): Promise<Around> {
  if (scope === undefined || scope.name === 'source') {
    const query = { before, after };
    const { data } = await call(api.readContext, { params: { id: event.id }, query }, signal);
    return {
      ...data,
      before: (data.before as Row[]).map(toEvent),
      after: (data.after as Row[]).map(toEvent),
    };
  }
  const searches = contextSearches(event, scope, before, after);
  const [earlier, later] = await Promise.all(
    searches.map(async (query) => (await call(api.search, { query }, signal)).data.rows as Row[]),
  );
  const sooner = (earlier ?? []).map(toEvent).filter(({ id }) => id !== event.id);
  const behind = (later ?? []).map(toEvent).filter(({ id }) => id !== event.id);
  return {
    before: sooner.slice(0, before).toReversed(),
    after: behind.slice(0, after),
    hasMoreBefore: sooner.length > before,
    hasMoreAfter: behind.length > after,
  };
}
