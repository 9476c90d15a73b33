import { levelOf } from '../../../../src/charts/colors.ts';
import { Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { fieldText } from '../../data/field-text.ts';
import * as api from '../../api/endpoints.ts';
import { Icon } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { indexesQuery } from '../../data/indexes-query.ts';
import { type Arrivals, arrivalsOf, hasArrived } from './arrivals.ts';
import classes from './onboarding-page.module.css';

const LOOK_EVERY_MS = 3_000;
/** Of a long line only the beginning is shown here. */
const CHARACTERS_MAX = 500;

/** Waits quietly, and shows the event as soon as a search finds it. */
export function FirstEvent({ onArrived }: { readonly onArrived: () => void }) {
  const [before, setBefore] = useState<Arrivals>();
  const [isHere, setIsHere] = useState(false);
  const indexes = useQuery({
    ...indexesQuery,
    staleTime: 0,
    refetchInterval: isHere ? false : LOOK_EVERY_MS,
  });
  const now = indexes.data === undefined ? undefined : arrivalsOf(indexes.data);
  // The first fresh response is the baseline; the cached one may be older than the page.
  if (before === undefined && now !== undefined && !indexes.isFetching) setBefore(now);
  if (!isHere && before !== undefined && now !== undefined && hasArrived(before, now)) {
    setIsHere(true);
  }
  useEffect(() => {
    if (isHere) onArrived();
  }, [isHere, onArrived]);

  if (isHere) return <NewestEvent />;
  return (
    <Group gap="sm" aria-live="polite">
      <Loader size="xs" type="dots" aria-hidden="true" />
      <Text>
        {before !== undefined && before.events > 0
          ? 'You already have logs. Waiting for the next event …'
          : 'Waiting for the first event …'}
      </Text>
      {before !== undefined && before.events > 0 && (
        <ButtonLink to="/search" variant="default">
          Open search
        </ButtonLink>
      )}
    </Group>
  );
}

function NewestEvent() {
  const newest = useQuery({
    queryKey: ['newest-event'],
    queryFn: async ({ signal }) =>
      (await call(api.listLogs, { query: { limit: 1, earliest: '-7d', latest: '+1d' } }, signal))
        .data.rows[0] ?? null,
    gcTime: 0,
  });
  const row = newest.data;
  return (
    <div aria-live="polite">
      <Text fw={600} c="var(--xp-success)" mb="xs">
        <Icon name="check" size={14} /> Event received
      </Text>
      {row !== undefined && row !== null && (
        <div className={`${classes['event']} xp-mono`}>
          <TimeText at={fieldText(row, '_time')} form="exact" />
          <span style={{ color: levelColor(fieldText(row, 'level')) }}>
            {fieldText(row, 'level')}
          </span>
          <span className="xp-foreign">{fieldText(row, 'event').slice(0, CHARACTERS_MAX)}</span>
        </div>
      )}
      <ButtonLink to="/search" mt="sm">
        View in search
      </ButtonLink>
    </div>
  );
}

/** Returns the CSS custom property for the level's colour in the current colour scheme. */
function levelColor(word: string): string {
  return `var(--xp-level-${levelOf(word)})`;
}
