import { useMemo } from 'react';
import type {
  CompleteDefinition,
  CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import { askedDefinition } from '../logic/asked-definition.ts';
import { askedVariables } from '../logic/dashboard-address.ts';
import { hasQuery } from '../logic/fill-definition.ts';
import { PanelFrame } from '../panels/panel-frame.tsx';
import { PanelView } from '../panels/panel-view.tsx';
import { type DashboardData, useDashboardData } from '../read/use-dashboard-data.ts';
import { Still } from './edit-grid.tsx';
import type { PreviewNeeds } from './panel-preview.tsx';

/** What the panels of a draft show. Moving them, or changing how they look, asks nothing. */
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
  readonly data: DashboardData;
  readonly needs: PreviewNeeds;
}

export function EditedPanel({ panel, data, needs }: EditedPanelProps) {
  const state = data.panels.get(panel.id);
  return (
    <Still panel={panel} seen={state}>
      <PanelFrame panel={panel} state={state}>
        <PanelView
          panel={panel}
          state={state}
          around={{
            timeZone: needs.timeZone,
            looks: new Map(),
            annotations: data.annotations,
          }}
        />
      </PanelFrame>
    </Still>
  );
}
