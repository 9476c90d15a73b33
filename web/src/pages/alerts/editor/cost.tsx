import { Text } from '@mantine/core';
import type { AlertTest } from '../../../../../src/contract/alert-tests.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { countOf, formatCount } from '../../../parts/sizes.ts';
import type { Settled } from '../logic/rule-draft.ts';
import { Section } from './section.tsx';

const DAY_SECONDS = 86_400;

interface CostProps {
  readonly settled: Settled;
  readonly test: AlertTest | undefined;
}

/** What it costs to be watched like this. */
export function Cost({ settled, test }: CostProps) {
  const { interval, condition } = settled;
  const ticks = Math.round(DAY_SECONDS / interval);
  return (
    <Section title="Cost">
      <Text component="output">
        {countOf(ticks, 'check')}/day
        {condition.kind === 'verdict' ? `; ${creditWords(settled, test)}` : ', no AI credits'}
      </Text>
    </Section>
  );
}

function creditWords({ condition }: Settled, test: AlertTest | undefined): string {
  if (condition.kind !== 'verdict') return '';
  const most = condition.creditsPerDay ?? LIMITS.alerts.verdictCreditsPerDayDefault;
  const bound = `limit ${countOf(most, 'credit')}/day, then paused until 00:00 UTC`;
  const credits = test?.credits;
  if (credits === undefined) return `${bound}.`;
  const { perTick, perDay } = credits;
  return `about ${formatCount(perTick)} credits per check, ${formatCount(perDay)}/day; ${bound}`;
}
