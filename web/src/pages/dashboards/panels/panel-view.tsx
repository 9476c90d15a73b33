/** What a panel shows: its kind's own view, or why there is none. */
import type { PanelState } from '../read/refresh-state.ts';
import { rowsOf, type PanelSurroundings, type SeenPanel } from './panel-props.ts';

interface PanelViewProps {
  readonly panel: SeenPanel;
  readonly state?: PanelState | undefined;
  readonly around: PanelSurroundings;
  /** Shows the rows instead of what is drawn from them. */
  readonly isTable?: boolean;
}

export function PanelView({ panel, state }: PanelViewProps) {
  if (panel.kind === 'heading' || panel.kind === 'text' || panel.kind === 'health') return null;
  if (state?.shown === undefined) return <p>{state?.failure?.error ?? 'Loading'}</p>;
  return <pre>{JSON.stringify(rowsOf(state.shown).slice(0, 5))}</pre>;
}
