import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import type { AlertIncidentWhole } from '../../../../../src/contract/alerts.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { useShownZone } from '../../../data/shown-zone.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { chartOf, subjectOf } from '../logic/test-chart-data.ts';

const SeriesChart = lazy(async () => {
  const { SeriesChart: component } = await import('../../../charts/series-chart.tsx');
  return { default: component };
});

const HEIGHT = 200;

interface IncidentChartProps {
  readonly incident: AlertIncidentWhole;
  readonly rule: AlertRule | undefined;
}

/** How the value went before and while it fired, from the stored events. */
export function IncidentChart({ incident, rule }: IncidentChartProps) {
  // The time at which the page was opened; a chart that moves every second is not useful.
  const [now] = useState(() => Date.now());
  const past = useQuery({
    queryKey: ['alert-series', incident.id],
    queryFn: async ({ signal }) =>
      (await call(api.readAlertSeries, { params: { id: incident.id } }, signal)).data,
    staleTime: Infinity,
  });
  return (
    <Stack gap="xs" component="section" aria-label="Chart">
      <Title order={2}>Value over time</Title>
      {past.data?.problem !== undefined && <Text c="dimmed">{past.data.problem}</Text>}
      <ErrorNotice error={past.error} onRetry={() => void past.refetch()} />
      {past.isPending && <Skeleton height={HEIGHT} />}
      {past.data !== undefined && past.data.series.length > 0 && (
        <Suspense fallback={<Skeleton height={HEIGHT} />}>
          <Drawn incident={incident} condition={rule?.condition} test={past.data} now={now} />
        </Suspense>
      )}
    </Stack>
  );
}

interface DrawnProps {
  readonly incident: AlertIncidentWhole;
  /** Undefined until the rule is read. */
  readonly condition: AlertRule['condition'] | undefined;
  readonly test: Parameters<typeof chartOf>[0];
  readonly now: number;
}

function Drawn({ incident, condition, test, now }: DrawnProps) {
  const timeZone = useShownZone();
  const { firedAt, resolvedAt } = incident;
  const subject = condition === undefined ? 'value' : subjectOf(condition);
  const chart = useMemo(() => chartOf(test, subject), [test, subject]);
  const bands = useMemo(
    () => [{ from: Date.parse(firedAt), to: resolvedAt === null ? now : Date.parse(resolvedAt) }],
    [firedAt, resolvedAt, now],
  );
  return (
    <SeriesChart
      chart={chart}
      kind="line"
      timeZone={timeZone}
      height={HEIGHT}
      hasLegend={false}
      bands={bands}
      {...(condition?.kind === 'threshold'
        ? { threshold: { value: condition.value, label: 'Threshold' } }
        : {})}
    />
  );
}
