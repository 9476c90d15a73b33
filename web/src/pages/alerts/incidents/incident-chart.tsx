import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import type { AlertIncidentWhole } from '../../../../../src/contract/alerts.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { chartOf, subjectOf } from '../logic/test-chart-data.ts';
import { replayOf } from '../logic/replay.ts';

const SeriesChart = lazy(async () => {
  const { SeriesChart: component } = await import('../../../charts/series-chart.tsx');
  return { default: component };
});

const HEIGHT = 200;

interface IncidentChartProps {
  readonly incident: AlertIncidentWhole;
  readonly rule: AlertRule | undefined;
  readonly isRuleKnown: boolean;
}

/** How the value went before and while it fired, from the stored events. */
export function IncidentChart({ incident, rule, isRuleKnown }: IncidentChartProps) {
  const { may } = useSignedIn();
  // The time at which the page was opened; a chart that moves every second helps nobody.
  const [now] = useState(() => Date.now());
  const replay = useMemo(
    () => (rule === undefined ? undefined : replayOf(rule, incident, now)),
    [rule, incident, now],
  );
  const mayReplay = may('alerts:write') && replay !== undefined;
  const past = useQuery({
    queryKey: ['alert-replay', incident.id],
    queryFn: async ({ signal }) => {
      if (replay === undefined) return undefined;
      return (await call(api.testAlertDraft, { body: replay }, signal)).data;
    },
    staleTime: Infinity,
    enabled: mayReplay,
  });
  if (!isRuleKnown) return <Skeleton height={HEIGHT} />;
  return (
    <Stack gap="xs" component="section" aria-label="Chart">
      <Title order={2}>Value over time</Title>
      {!mayReplay && (
        <Text c="dimmed">
          The values cannot be shown: the rule is gone, judges in words, or fired more than a week
          ago.
        </Text>
      )}
      <ErrorNotice error={past.error} onRetry={() => void past.refetch()} />
      {mayReplay && past.isPending && <Skeleton height={HEIGHT} />}
      {past.data !== undefined && rule !== undefined && (
        <Suspense fallback={<Skeleton height={HEIGHT} />}>
          <Drawn incident={incident} rule={rule} test={past.data} now={now} />
        </Suspense>
      )}
    </Stack>
  );
}

interface DrawnProps {
  readonly incident: AlertIncidentWhole;
  readonly rule: AlertRule;
  readonly test: Parameters<typeof chartOf>[0];
  readonly now: number;
}

function Drawn({ incident, rule, test, now }: DrawnProps) {
  const timeZone = useTimeZone();
  const { condition } = rule;
  const { firedAt, resolvedAt } = incident;
  const chart = useMemo(() => chartOf(test, subjectOf(condition)), [test, condition]);
  const bands = useMemo(
    () => [{ from: Date.parse(firedAt), to: resolvedAt === null ? now : Date.parse(resolvedAt) }],
    [firedAt, resolvedAt, now],
  );
  if (test.series.length === 0) return <Text c="dimmed">There are no values of this time.</Text>;
  return (
    <SeriesChart
      chart={chart}
      kind="line"
      timeZone={timeZone}
      height={HEIGHT}
      hasLegend={false}
      bands={bands}
      {...(condition.kind === 'threshold'
        ? { threshold: { value: condition.value, label: 'Threshold' } }
        : {})}
    />
  );
}
