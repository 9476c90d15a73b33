/** What the values of one field are like in the events of the search. */
import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { valueText } from '../../../../../src/charts/value-text.ts';
import type { FieldStatistics as Statistics } from '../../../../../src/contract/field-statistics.ts';
import { formatInstant } from '../../../../../src/charts/clock.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { toSafeText } from '../../../parts/log-text.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';
import type { ViewInput } from '../../../query/read/use-views.ts';
import { applyFilter } from '../../../query/text/edit-query.ts';
import { shareText } from '../logic/field-groups.ts';
import { usePage } from '../page-context.tsx';
import './field-statistics.css';

interface FieldStatisticsProps {
  readonly field: string;
  readonly input: ViewInput;
}

/** Rendered while it is open; the address says of which field. */
export function FieldStatistics({ field, input }: FieldStatisticsProps) {
  const { actions } = usePage();
  const { organization, query, earliest, latest, run } = input;
  const statistics = useQuery({
    queryKey: ['field-statistics', organization, query, earliest, latest, run, field],
    queryFn: async ({ signal }) => {
      const asked = { field, query, earliest, latest };
      return (await call(api.readFieldStatistics, { query: asked }, signal)).data;
    },
    staleTime: Infinity,
    refetchOnReconnect: false,
  });
  const { data, error } = statistics;
  return (
    <Drawer
      opened
      onClose={() => actions.change({ field: undefined })}
      position="right"
      size={460}
      title={<span className="xp-foreign">Statistics of {toSafeText(field)}</span>}
      closeButtonProps={{ 'aria-label': 'Close statistics' }}
    >
      <Stack gap="lg">
        <ErrorNotice error={error} onRetry={() => void statistics.refetch()} />
        {data === undefined && error === null && (
          <WaitingLines label="Loading statistics" lines={8} />
        )}
        {data !== undefined && <Shown statistics={data} />}
      </Stack>
    </Drawer>
  );
}

function Shown({ statistics }: { readonly statistics: Statistics }) {
  const { matched, sampled, count, distinct, firstSeen, lastSeen, numbers } = statistics;
  if (matched === 0) return <Text c="dimmed">No events match this search.</Text>;
  const isSampled = sampled < matched;
  return (
    <>
      {isSampled && (
        <Text role="note">
          Sampled: {formatCount(sampled)} of {formatCount(matched)} events, spread over the time
          range. All figures refer to these.
        </Text>
      )}
      <dl className="sx-facts">
        <Fact name="Events with the field">
          {formatCount(count)} of {formatCount(sampled)} ({shareText(count, sampled)})
        </Fact>
        <Fact name="Distinct values">{formatCount(distinct)}</Fact>
        <Fact name="First seen">
          <TimeText at={firstSeen} form="exact" />
        </Fact>
        <Fact name="Last seen">
          <TimeText at={lastSeen} form="exact" />
        </Fact>
      </dl>
      {count === 0 ? (
        <Text c="dimmed">No event of this search has the field.</Text>
      ) : (
        <>
          <OverTime statistics={statistics} />
          {numbers !== null && <Numbers numbers={numbers} />}
          <Values statistics={statistics} />
        </>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OverTime({ statistics }: { readonly statistics: Statistics }) {
  const { timeZone } = usePage();
  const { buckets, span, from, to } = statistics;
  const shares = buckets.map(({ events, count }) => (events === 0 ? undefined : count / events));
  const known = shares.filter((share) => share !== undefined);
  const time = (text: string): string => formatInstant(Date.parse(text), timeZone, 'seconds');
  const low = shareText(Math.min(...known) * 1_000, 1_000);
  const high = shareText(Math.max(...known) * 1_000, 1_000);
  return (
    <section aria-label="Share over time">
      <Title order={3} size="sm">
        Share of events over time, per {span}
      </Title>
      <Bars
        label={`From ${low} to ${high} of the events, ${time(from)} to ${time(to)}`}
        bars={buckets.map(({ time: at, events, count }, place) => ({
          key: at,
          height: shares[place],
          title: `${time(at)}: ${formatCount(count)} of ${formatCount(events)} events`,
        }))}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {time(from)}
        </Text>
        <Text size="xs" c="dimmed">
          {time(to)}
        </Text>
      </Group>
    </section>
  );
}

interface NumbersProps {
  readonly numbers: NonNullable<Statistics['numbers']>;
}

function Numbers({ numbers }: NumbersProps) {
  const { min, max, mean, deviation, percentiles, bins } = numbers;
  const most = Math.max(...bins.map(({ count }) => count));
  const facts: readonly (readonly [string, number | null])[] = [
    ['Min', min],
    ...percentiles.map(({ percentile, value }) => [`p${percentile}`, value] as const),
    ['Max', max],
    ['Average', mean],
    ['Standard deviation', deviation],
  ];
  return (
    <section aria-label="Distribution">
      <Title order={3} size="sm">
        Distribution
      </Title>
      <Bars
        label={`${bins.length} bins from ${valueText(min)} to ${valueText(max)}, at most ${formatCount(most)} values in one`}
        bars={bins.map(({ from, to, count }) => ({
          key: String(from),
          height: most === 0 ? 0 : count / most,
          title: `${valueText(from)} to ${valueText(to)}: ${formatCount(count)} values`,
        }))}
      />
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {valueText(min)}
        </Text>
        <Text size="xs" c="dimmed">
          {valueText(max)}
        </Text>
      </Group>
      <dl className="sx-facts">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value === null ? '–' : valueText(value)}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

interface BarsProps {
  /** What is seen, in words. */
  readonly label: string;
  readonly bars: readonly {
    readonly key: string;
    /** From 0 to 1; undefined where nothing is known. */
    readonly height: number | undefined;
    readonly title: string;
  }[];
}

function Bars({ label, bars }: BarsProps) {
  return (
    <figure className="sx-stat-bars" aria-label={label}>
      {bars.map(({ key, height, title }) => (
        <span key={key} title={title} data-none={height === undefined || undefined}>
          <span style={{ height: `${(height ?? 0) * 100}%` }} />
        </span>
      ))}
    </figure>
  );
}

function Values({ statistics }: { readonly statistics: Statistics }) {
  const { actions } = usePage();
  const { field, values, count, distinct } = statistics;
  const filter = (action: 'only' | 'exclude', value: string) => () =>
    actions.edit((query) => applyFilter(query, { action, field, value }), { field: undefined });
  return (
    <section aria-label="Top values">
      <Title order={3} size="sm">
        Top values
      </Title>
      <ul className="sx-stat-values">
        {values.map(({ value, count: times }) => {
          const shown = toSafeText(value.length > 200 ? `${value.slice(0, 200)}…` : value);
          return (
            <li key={value}>
              <span className="sx-stat-fill" style={{ width: `${(times / count) * 100}%` }} />
              <span className="sx-stat-value xp-foreign" title={shown}>
                {shown === '' ? '(empty)' : shown}
              </span>
              <span>
                {formatCount(times)} · {shareText(times, count)}
              </span>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Only ${toSafeText(field)}=${shown}`}
                onClick={filter('only', value)}
              >
                Only
              </Button>
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={`Exclude ${toSafeText(field)}=${shown}`}
                onClick={filter('exclude', value)}
              >
                Exclude
              </Button>
            </li>
          );
        })}
      </ul>
      {distinct > values.length && (
        <Text size="xs" c="dimmed">
          {formatCount(distinct - values.length)} more values
        </Text>
      )}
    </section>
  );
}
