import { useMemo } from 'react';
import type {
  CompleteDefinition,
  CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import { askedDefinition } from '../logic/asked-definition.ts';
import { askedVariables } from '../logic/dashboard-address.ts';
import { hasQuery } from '../logic/fill-definition.ts';
import { HeadingPanel } from '../panels/heading-panel.tsx';
import { PanelFrame } from '../panels/panel-frame.tsx';
import type { PanelSurroundings } from '../panels/panel-props.ts';
import { PanelView } from '../panels/panel-view.tsx';
import { type DashboardData, useDashboardData } from '../read/use-dashboard-data.ts';
import type { PanelState } from '../read/refresh-state.ts';
import { Still } from './edit-grid.tsx';
import type { PreviewNeeds } from './panel-preview.tsx';

/** The data of the panels in a draft. Moving panels or changing their appearance sends no request. */
export function useEditedPanels(draft: CompleteDefinition, needs: PreviewNeeds): DashboardData {
  const { dashboardId, choice } = needs;
  const definition = useMemo(() => askedDefinition(draft), [draft]);
  const names = new Set(draft.variables.map(({ name }) => name));
  const ids = draft.panels.flatMap((panel) => (hasQuery(panel) ? [panel.id] : []));
  return useDashboardData(
    {
      id: dashboardId,
      earliest: choice.earliest,
      latest: choice.latest,
      timeZone: choice.timeZone,
      variables: askedVariables(choice, names),
      panels: ids.toSorted(),
      definition,
    },
    { refreshSeconds: null, isKiosk: false },
  );
}

interface EditedPanelProps {
  readonly panel: CompletePanel;
  readonly state: PanelState | undefined;
  readonly around: PanelSurroundings;
}

export function EditedPanel({ panel, state, around }: EditedPanelProps) {
  if (panel.kind === 'heading') {
    return <HeadingPanel panel={panel} isCollapsed={panel.options.collapsed} onToggle={ignore} />;
  }
  return (
    <Still panel={panel} state={state} around={around}>
      <PanelFrame panel={panel} state={state}>
        <PanelView panel={panel} state={state} around={around} />
      </PanelFrame>
    </Still>
  );
}

function ignore(): void {
  // While editing, all panels are visible.
}
