import { textOf } from '../../../../../src/charts/chart-data.ts';
import { labelText } from '../../../../../src/charts/label-text.ts';
import { Icon } from '../../../parts/icons.tsx';
import { type KindProps, rowsOf } from './panel-props.ts';

/** Health states of a service. Icon and word accompany the colour, for readers who cannot tell colours apart. */
const STATES = {
  critical: { icon: 'critical', look: 'critical' },
  degraded: { icon: 'warning', look: 'warning' },
  unknown: { icon: 'clock', look: 'unknown' },
  healthy: { icon: 'check', look: 'ok' },
} as const;

/** Lists services, worst first, with their score and their problems. */
export function HealthPanel({ panel, shown }: KindProps<'health'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <ul className="db-bars" aria-label={panel.title || 'Services'} tabIndex={0}>
      {rowsOf(shown).map((row, at) => {
        const state = textOf(row['state']);
        const { icon, look } = STATES[isState(state) ? state : 'unknown'];
        const score = textOf(row['score']);
        return (
          // A public page has only names.
          <li key={textOf(row['service_id']) || at} className="db-bar">
            <span className="db-state db-health-state" data-state={look}>
              <Icon name={icon} size={12} />
              {state}
            </span>
            <span className="db-health-name xp-foreign">
              {labelText(textOf(row['service']) || textOf(row['service_id']), 60)}
            </span>
            <span className="db-share-name db-health-reason xp-foreign">
              {labelText(textOf(row['reason']), 160)}
            </span>
            <span className="db-bar-value">{score === '' ? '–' : Math.round(Number(score))}</span>
          </li>
        );
      })}
    </ul>
  );
}

function isState(state: string): state is keyof typeof STATES {
  return Object.hasOwn(STATES, state);
}
