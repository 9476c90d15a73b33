import { CloseButton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatInstant } from '../../../../src/charts/clock.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { type Row, toEvent } from './log-event.ts';
import { useRowsHost } from './rows-context.tsx';
import { EventDetail } from './lazy-detail.tsx';

/** The event of a link when it is not among the rows that are loaded. */
export function LinkedEvent({
  id,
  words,
}: {
  readonly id: string;
  readonly words: readonly string[];
}) {
  const { organization, openEvent, timeZone } = useRowsHost();
  const linked = useQuery({
    queryKey: ['event', organization, id],
    queryFn: async ({ signal }) => {
      const query = { before: 0, after: 0 };
      const { data } = await call(api.readContext, { params: { id }, query }, signal);
      return toEvent(data.event as Row);
    },
    staleTime: Infinity,
  });
  if (linked.data === undefined && linked.error === null) return null;
  return (
    <div className="sx-linked">
      <div className="sx-side-head">
        <Text size="xs">
          {linked.data === undefined
            ? "Couldn't load the linked event."
            : `Linked event at ${formatInstant(linked.data.timeMs, timeZone)}, not in the results below`}
        </Text>
        <CloseButton
          size="sm"
          aria-label="Close linked event"
          onClick={() => openEvent(undefined)}
        />
      </div>
      <ErrorNotice error={linked.error} />
      {linked.data !== undefined && <EventDetail event={linked.data} words={words} />}
    </div>
  );
}
