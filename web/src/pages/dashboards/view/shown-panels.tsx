import type { Arranged } from '../logic/arrange-panels.ts';
import { HeadingPanel } from '../panels/heading-panel.tsx';
import { PanelGrid } from '../panels/panel-grid.tsx';
import type { PanelSurroundings, SeenPanel } from '../panels/panel-props.ts';
import type { PanelState } from '../read/refresh-state.ts';
import { PanelCell } from './panel-cell.tsx';

interface ShownPanelsProps {
  readonly arranged: readonly Arranged<SeenPanel>[];
  readonly states: ReadonlyMap<string, PanelState>;
  readonly around: PanelSurroundings;
  readonly collapsed: ReadonlySet<string>;
  readonly onToggle: (id: string, isCollapsed: boolean) => void;
  readonly hasCost?: boolean;
  readonly onFull?: (id: string) => void;
}

/** Renders the panels in the grid, with headings that collapse the panels below them. */
export function ShownPanels(props: ShownPanelsProps) {
  const { arranged, states, around, collapsed, onToggle, hasCost = false, onFull } = props;
  return (
    <PanelGrid arranged={arranged}>
      {(panel) =>
        panel.kind === 'heading' ? (
          <HeadingPanel
            panel={panel}
            isCollapsed={collapsed.has(panel.id)}
            onToggle={() => onToggle(panel.id, collapsed.has(panel.id))}
          />
        ) : (
          <PanelCell
            panel={panel}
            state={states.get(panel.id)}
            around={around}
            hasCost={hasCost}
            onFull={onFull}
          />
        )
      }
    </PanelGrid>
  );
}
