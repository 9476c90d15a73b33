import type { THRESHOLD_STATES } from '../../../../../src/spec/dashboards.ts';
import { Icon } from '../../../parts/icons.tsx';

type State = (typeof THRESHOLD_STATES)[number];

const ICONS = { ok: 'check', warning: 'warning', critical: 'critical' } as const;

/** How a number is: by colour, icon and word, since colours alone tell some people nothing. */
export function StateSign({ state }: { readonly state: State }) {
  return (
    <span className="db-state" data-state={state}>
      <Icon name={ICONS[state]} size={12} />
      {state}
    </span>
  );
}
