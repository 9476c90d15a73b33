import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import type { AlertIncidentWhole } from '../../../../../src/contract/alerts.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { useShownZone } from '../../../data/shown-zone.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';
import { EventList } from '../../../query/rows/event-list.tsx';
import { type LogEvent, type Row, toEvent } from '../../../query/rows/log-event.ts';
import { RowsContext, type RowsHost } from '../../../query/rows/rows-context.tsx';
import { readFacts } from '../../../query/text/query-facts.ts';
import { DEFAULT_STATE, writeState } from '../../../data/search-state.ts';
import { readTexts } from '../../../shell/search-text.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { evidenceRange, evidenceWindow } from '../logic/evidence-range.ts';
import classes from './incident.module.css';

const ROWS_MAX = 50;

/** The events of an incident, queried again: events deleted since are not shown. */
export function Evidence({ incident }: { readonly incident: AlertIncidentWhole }) {
  const { may } = useSignedIn();
  const facts = useMemo(() => readFacts(incident.query), [incident.query]);
  const timeZone = useShownZone();
  const window = evidenceWindow(incident, facts.result.query);
  const at = (time: string): string => formatInstant(Date.parse(time), timeZone, 'seconds');
  const rows = useQuery({
    queryKey: ['alert-evidence', incident.id, incident.query],
    queryFn: async ({ signal }) => {
      const query = { query: facts.eventPart, limit: ROWS_MAX, ...evidenceRange(incident) };
      const { data } = await call(api.search, { query }, signal);
      return data.rows.map((row) => toEvent(row as Row));
    },
    staleTime: Infinity,
    enabled: may('logs:read'),
  });
  if (!may('logs:read')) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Evidence">
      <Group gap="xs">
        <Title order={2}>Evidence</Title>
      </Group>
      {rows.data !== undefined && rows.data.length > 0 && (
        <Text c="dimmed">
          {rows.data.length === ROWS_MAX ? `Newest ${ROWS_MAX} events` : 'All events'} of the window
          that fired: {at(window.from)} – {at(window.to)} by {window.by}. Searched with your
          permissions.
        </Text>
      )}
      <ErrorNotice error={rows.error} onRetry={() => void rows.refetch()} />
      {rows.data === undefined ? (
        rows.error === null && <WaitingLines label="Loading events" lines={4} />
      ) : rows.data.length === 0 ? (
        <Text c="dimmed">
          No stored events in this time range. For a no-data rule, that is the evidence. Otherwise
          the events were deleted or their retention ended.
        </Text>
      ) : (
        <Rows events={rows.data} words={facts.words} />
      )}
    </Stack>
  );
}

interface RowsProps {
  readonly events: readonly LogEvent[];
  readonly words: readonly string[];
}

function Rows({ events, words }: RowsProps) {
  const { organization } = useSignedIn();
  const timeZone = useShownZone();
  const navigate = useNavigate();
  const [openId, setOpenId] = useState<string>();
  const host = useMemo<RowsHost>(
    () => ({
      organization: organization.id,
      timeZone,
      isWrapped: false,
      details: 'inline',
      openEvent: setOpenId,
      find: (query, part) => {
        const state = { ...DEFAULT_STATE, query, ...part };
        void navigate({ to: '/search', search: readTexts(writeState(state)) });
      },
    }),
    [organization.id, timeZone, navigate],
  );
  return (
    <RowsContext value={host}>
      <div
        className={classes['evidence']}
        data-few={(events.length <= 8 && openId === undefined) || undefined}
      >
        <EventList events={events} openId={openId} view="raw" columns={[]} words={words} />
      </div>
    </RowsContext>
  );
}
