import type { THRESHOLD_STATES } from '../../../../../src/spec/dashboards.ts';
import { Icon } from '../../../parts/icons.tsx';

type State = (typeof THRESHOLD_STATES)[number];

const ICONS = { ok: 'check', warning: 'warning', critical: 'critical' } as const;

/** Shows the state of a number by colour, icon and word, for readers who cannot tell colours apart. */
export function StateSign({ state }: { readonly state: State }) {
  return (
    <span className="db-state" data-state={state}>
      <Icon name={ICONS[state]} size={12} />
      {state}
    </span>
  );
}
