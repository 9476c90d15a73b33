/** A panel of a public link, as the views of panels take it. */
import type { PublicDashboard } from '../../../../../src/contract/dashboard-sharing.ts';
import type { SeenPanel } from '../panels/panel-props.ts';
import type { PanelState } from '../read/refresh-state.ts';

interface SeenOnce {
  readonly panel: SeenPanel;
  readonly state: PanelState;
}

/** The answer of a link carries its options whole, whatever the kind. */
export function publicPanel({ result, ...panel }: PublicDashboard['panels'][number]): SeenOnce {
  return { panel: panel as SeenPanel, state: stateOf(result) };
}

/** Below a heading that is collapsed in the version the link shows. */
const NOT_ASKED = {
  code: 'NOT_FOUND',
  error: "This link doesn't include the panels of this section.",
};

function stateOf(result: PublicDashboard['panels'][number]['result']): PanelState {
  if (result === null || 'unchanged' in result) {
    return { shown: undefined, failure: NOT_ASKED, isWaiting: false };
  }
  if ('error' in result) return { shown: undefined, failure: result.error, isWaiting: false };
  return { shown: result, failure: undefined, isWaiting: false };
}
