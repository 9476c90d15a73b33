import { Alert, Anchor, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { valueText } from '../../../../../src/charts/value-text.ts';
import type { AlertCondition } from '../../../../../src/contract/alert-conditions.ts';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import type { AlertTest } from '../../../../../src/contract/alert-tests.ts';
import { useShownZone } from '../../../data/shown-zone.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { countOf } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { groupText } from '../badges.tsx';
import { bandsOf, chartOf, subjectOf, ticksMeeting } from '../logic/test-chart-data.ts';
import classes from './editor.module.css';
import { Section } from './section.tsx';
import type { BackTest as BackTestState } from './use-back-test.ts';

const SeriesChart = lazy(async () => {
  const { SeriesChart: component } = await import('../../../charts/series-chart.tsx');
  return { default: component };
});

const SPANS = [
  { hours: 6, label: '6 hours' },
  { hours: 24, label: '24 hours' },
  { hours: 72, label: '3 days' },
  { hours: 168, label: '7 days' },
] as const;
const HEIGHT = 220;
const FIRINGS_SHOWN = 6;

interface BackTestProps {
  readonly test: BackTestState;
  readonly condition: AlertCondition;
  /** The fields that show their own problems. */
  readonly fields: readonly string[];
  readonly onThreshold: (value: number) => void;
  readonly basis: AlertRule['basis'];
  readonly onEventTime: () => void;
}

/** What the draft would have done, from the events that are stored. Nothing is sent. */
export function BackTest(props: BackTestProps) {
  const { test, condition, fields, basis, onThreshold, onEventTime } = props;
  return (
    <Section title="Backtest">
      <SegmentedControl
        w="fit-content"
        aria-label="Backtest period"
        value={String(test.hours)}
        data={SPANS.map(({ hours, label }) => ({ value: String(hours), label }))}
        onChange={(value) => test.setHours(Number(value))}
      />
      {test.missing !== undefined && <Text c="dimmed">{test.missing}</Text>}
      <ErrorNotice error={test.error} fields={fields} onRetry={test.runNow} />
      {test.missing === undefined && test.data === undefined && test.error === null && (
        <Skeleton height={HEIGHT} aria-label="Running backtest" />
      )}
      {test.data !== undefined && test.error === null && condition.kind !== 'verdict' && (
        <Basis basis={basis} onEventTime={onEventTime} />
      )}
      {test.data !== undefined && test.error === null && (
        <Answer
          data={test.data}
          condition={condition}
          isBehind={test.isBehind}
          onThreshold={onThreshold}
        />
      )}
    </Section>
  );
}

/** History that was loaded later looks different by the two times. */
function Basis({ basis, onEventTime }: Pick<BackTestProps, 'basis' | 'onEventTime'>) {
  if (basis === 'event') {
    return (
      <Text c="dimmed">
        Based on event time: every stored event counts when it happened, however late it arrived.
      </Text>
    );
  }
  return (
    <Text c="dimmed">
      Based on ingest time: events that were imported or sent late count when they were received.{' '}
      <Anchor component="button" type="button" onClick={onEventTime}>
        Use event time
      </Anchor>
    </Text>
  );
}

interface AnswerProps {
  readonly data: AlertTest;
  readonly condition: AlertCondition;
  readonly isBehind: boolean;
  readonly onThreshold: (value: number) => void;
}

function Answer({ data, condition, isBehind, onThreshold }: AnswerProps) {
  return (
    <>
      {data.problem !== undefined && (
        <Alert color="yellow" variant="light" p="xs" className="xp-foreign">
          {data.problem}
        </Alert>
      )}
      {data.warnings?.map(({ message }) => (
        <Alert key={message} color="yellow" variant="light" p="xs">
          {message}
        </Alert>
      ))}
      {data.series.length > 0 && (
        <Chart data={data} condition={condition} onThreshold={onThreshold} />
      )}
      <Text component="output" fw={500}>
        {data.sampled && data.ticks > 0 && !isBehind && <Sampled data={data} />}
        <Outcome data={data} condition={condition} isBehind={isBehind} />
      </Text>
      {data.sampled && data.ticks > 0 && (
        <Text c="dimmed" size="xs">
          This rule needs one query per check, so it may have fired at other times, too.
        </Text>
      )}
      <Firings firings={data.firings} />
    </>
  );
}

function Chart({ data, condition, onThreshold }: Omit<AnswerProps, 'isBehind'>) {
  const timeZone = useShownZone();
  const name = subjectOf(condition);
  const chart = useMemo(() => chartOf(data, name), [data, name]);
  const bands = useMemo(() => bandsOf(data), [data]);
  return (
    <Suspense fallback={<Skeleton height={HEIGHT} />}>
      <SeriesChart
        chart={chart}
        kind="line"
        timeZone={timeZone}
        height={HEIGHT}
        hasLegend={false}
        bands={bands}
        {...(condition.kind === 'threshold'
          ? {
              threshold: {
                value: condition.value,
                label: 'Threshold',
                isWhole: name === 'count',
                onChange: onThreshold,
              },
            }
          : {})}
      />
    </Suspense>
  );
}

/** Begins the result, which applies only to the sample. */
function Sampled({ data: { ticks, ticksPlanned } }: Pick<AnswerProps, 'data'>) {
  const planned = ticksPlanned === undefined ? '' : ` of ${ticksPlanned.toLocaleString('en')}`;
  return (
    <>
      Sampled: {ticks.toLocaleString('en')}
      {planned} checks.{' '}
    </>
  );
}

/** While the threshold is being moved, immediately shows how often it would be met. */
function Outcome({ data, condition, isBehind }: Omit<AnswerProps, 'onThreshold'>) {
  if (isBehind && condition.kind === 'threshold' && data.series.length > 0) {
    const met = ticksMeeting(data, condition.op, condition.value);
    return (
      <>
        Condition met in {countOf(met, 'check')} of {data.series.length} …
      </>
    );
  }
  if (isBehind) return <>Running backtest …</>;
  const { ticks, credits, firings, messages } = data;
  if (ticks === 0) return <>No checks were run{credits && ': each would cost AI credits'}</>;
  const where = data.sampled ? ' in these' : '';
  if (firings.length === 0) return <>Would not have fired{where}</>;
  return (
    <>
      Would have fired{where} {firings.length === 1 ? 'once' : countOf(firings.length, 'time')}:{' '}
      {countOf(messages, 'notification')} per channel
    </>
  );
}

function Firings({ firings }: Pick<AlertTest, 'firings'>) {
  if (firings.length === 0) return null;
  return (
    <div>
      <ul className={classes['firings']} aria-label="Firings">
        {firings.slice(0, FIRINGS_SHOWN).map(({ group, from, to, peak }) => (
          <li key={`${from} ${groupText(group)}`}>
            <TimeText at={from} form="exact" />
            <span>
              {to === null ? (
                'still firing'
              ) : (
                <>
                  to <TimeText at={to} form="exact" />
                </>
              )}
            </span>
            {group !== null && <b className="xp-foreign">{groupText(group)}</b>}
            {peak !== null && <span>peak {valueText(peak)}</span>}
          </li>
        ))}
      </ul>
      {firings.length > FIRINGS_SHOWN && (
        <Group>
          <Text size="xs" c="dimmed">
            and {firings.length - FIRINGS_SHOWN} more
          </Text>
        </Group>
      )}
    </div>
  );
}
