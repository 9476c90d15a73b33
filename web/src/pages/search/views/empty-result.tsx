/** Nothing was found: why, and the way to something. */
import { Button, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatInstant, type Instants } from '../../../../../src/charts/clock.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { indexesQuery } from '../../../data/indexes-query.ts';
import type { ViewInput } from '../../../query/read/use-views.ts';
import { conditionsOf } from '../../../query/text/edit-query.ts';
import { type EmptyReason, explainEmpty } from '../logic/explain-empty.ts';
import { toSafeText } from '../../../parts/log-text.ts';
import { formatCount } from '../../../parts/sizes.ts';
import type { QueryFacts } from '../../../query/text/query-facts.ts';
import { toRange } from '../../../query/time/time-range.ts';
import { usePage } from '../page-context.tsx';

interface EmptyResultProps {
  readonly input: ViewInput;
  readonly facts: QueryFacts;
  readonly range: Instants | undefined;
}

const CONDITIONS_MAX = 5;

export function EmptyResult({ input, facts, range }: EmptyResultProps) {
  const indexes = useQuery({ ...indexesQuery, staleTime: 60_000 });
  const [now] = useState(() => Date.now());
  if (indexes.data === undefined || range === undefined) {
    return <EmptyState icon="search" title="No events found" />;
  }
  const reason = explainEmpty(facts, indexes.data, range, now);
  if (reason.kind === 'filtered') return <Filtered input={input} facts={facts} />;
  return <Reason reason={reason} />;
}

function Reason({ reason }: { readonly reason: Exclude<EmptyReason, { kind: 'filtered' }> }) {
  const { actions, timeZone } = usePage();
  switch (reason.kind) {
    case 'nothingYet':
      return (
        <EmptyState
          icon="inbox"
          title="No events received yet"
          action={
            <Button component={Link} to="/onboarding">
              Send your first event
            </Button>
          }
        >
          No index of this organization has events.
        </EmptyState>
      );
    case 'emptyIndexes':
      return (
        <EmptyState icon="database" title="No data in this index">
          {reason.names.length === 0
            ? "The index in this query doesn't exist."
            : `${reason.names.join(', ')} has no events in any time range.`}
        </EmptyState>
      );
    case 'outsideRetention':
      return (
        <EmptyState icon="clock" title="Time range is beyond retention">
          Events are kept for {reason.days} days. Select a more recent time range.
        </EmptyState>
      );
    case 'outsideData':
      return (
        <EmptyState
          icon="clock"
          title="No events in this time range"
          action={
            <Button
              variant="default"
              onClick={() =>
                actions.change(toRange({ from: reason.newest - 3_600_000, to: reason.newest + 1 }))
              }
            >
              Go to the newest events
            </Button>
          }
        >
          Events exist from {formatInstant(reason.oldest, timeZone, 'seconds')} to{' '}
          {formatInstant(reason.newest, timeZone, 'seconds')}.
        </EmptyState>
      );
  }
}

/** How many events there would be without each of the filters. */
function Filtered({ input, facts }: { readonly input: ViewInput; readonly facts: QueryFacts }) {
  const { actions } = usePage();
  const conditions = conditionsOf(facts.eventPart).slice(0, CONDITIONS_MAX);
  const { organization, earliest, latest, run } = input;
  const counts = useQueries({
    queries: conditions.map(({ without }) => ({
      queryKey: ['count', organization, without, earliest, latest, run],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { query: without, earliest, latest, split: '' };
        return (await call(api.histogram, { query }, signal)).data.total;
      },
      staleTime: Infinity,
    })),
  });
  if (conditions.length === 0) {
    return (
      <EmptyState icon="search" title="No events in this time range">
        There are events before or after this range. Try a wider time range.
      </EmptyState>
    );
  }
  const isNone = counts.every(({ data }) => data === 0) && conditions.length > 1;
  return (
    <EmptyState
      icon="filter"
      title="Filters exclude all events"
      action={
        <Button size="compact-xs" variant="subtle" onClick={() => actions.run('')}>
          Clear all filters
        </Button>
      }
    >
      <Text size="xs" c="dimmed">
        There are events in this time range. Matches if you remove a filter:
      </Text>
      <ul className="sx-without" aria-label="Matches if you remove a filter">
        {conditions.map(({ text, without }, place) => (
          <li key={`${text} ${without}`}>
            <code className="xp-foreign">{toSafeText(text)}</code>
            <span className="sx-count">
              {counts[place]?.data === undefined ? '…' : formatCount(counts[place].data)}
            </span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Remove filter ${text}`}
              onClick={() => actions.run(without)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {isNone && (
        <Text size="xs" c="dimmed" mt={6}>
          No single filter causes this. At least two of them exclude all events.
        </Text>
      )}
    </EmptyState>
  );
}
