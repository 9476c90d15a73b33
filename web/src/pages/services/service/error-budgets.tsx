/** Remaining error budgets and their burn rates. */
import { Stack, Text } from '@mantine/core';
import type { SloStanding } from '../../../../../src/contract/service-health.ts';
import { BURN_WINDOWS, type BurnWindow } from '../../../../../src/spec/services.ts';
import { Icon } from '../../../parts/icons.tsx';
import { budgetWords, burningWords, burnWords, targetWords } from '../logic/slo-words.ts';
import classes from '../services.module.css';

export function ErrorBudgets({ slos }: { readonly slos: readonly SloStanding[] }) {
  return (
    <ul className={classes['list']} aria-label="SLOs">
      {slos.map((slo) => (
        <li key={slo.kpiId} className={classes['kpi']}>
          <Budget slo={slo} />
        </li>
      ))}
    </ul>
  );
}

const WINDOW_WORDS: Readonly<Record<BurnWindow, string>> = {
  '1h': 'last hour',
  '6h': 'last 6 hours',
  '3d': 'last 3 days',
};
const WINDOWS = Object.keys(BURN_WINDOWS) as BurnWindow[];

function Budget({ slo }: { readonly slo: SloStanding }) {
  const burning = burningWords(slo);
  const { kpi, attained, budgetLeft, burn, isEnough } = slo;
  const left = Math.min(1, Math.max(0, budgetLeft ?? 0));
  const look = burning !== undefined || left === 0 ? 'critical' : left < 0.25 ? 'warning' : 'ok';
  return (
    <Stack gap={4}>
      <Text className="xp-foreign">
        <b>{kpi}</b>: {targetWords(slo)}
        {attained !== null && `, currently ${Math.round(attained * 1_000) / 1_000}%`}
      </Text>
      {budgetLeft !== null && isEnough && (
        <div className={classes['budget']} data-state={look} aria-hidden="true">
          <span style={{ width: `${left * 100}%` }} />
        </div>
      )}
      <Text>{budgetWords(slo)}</Text>
      <Text size="xs" c="dimmed">
        Burn rate (1× uses exactly the whole budget in the SLO window):{' '}
        {WINDOWS.map((window) => `${WINDOW_WORDS[window]} ${burnWords(burn[window])}`).join(', ')}
      </Text>
      {burning !== undefined && (
        <Text c="var(--xp-danger)">
          <Icon name="critical" size={13} /> {burning}
        </Text>
      )}
    </Stack>
  );
}
