/** A dashboard: what it is about, when, for which values, and its panels. */
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import { dashboardQuery } from '../../../data/dashboards-queries.ts';
import { QueryView } from '../../../parts/query-view.tsx';
import { askedVariables, readChoice } from '../logic/dashboard-address.ts';
import { arrangePanels } from '../logic/arrange-panels.ts';
import { fillDefinition, hasQuery } from '../logic/fill-definition.ts';
import { PanelFrame } from '../panels/panel-frame.tsx';
import { PanelView } from '../panels/panel-view.tsx';
import { useDashboardData } from '../read/use-dashboard-data.ts';

export function DashboardPage() {
  const { id } = useParams({ from: '/signed-in/dashboards/$id' });
  const dashboard = useQuery(dashboardQuery(id));
  return <QueryView query={dashboard}>{(data) => <Shown key={id} dashboard={data} />}</QueryView>;
}

function Shown({ dashboard }: { readonly dashboard: Dashboard }) {
  const text = useRouterState({ select: (state) => state.location.searchStr });
  const choice = useMemo(() => readChoice(text), [text]);
  const definition = useMemo(() => fillDefinition(dashboard.definition), [dashboard]);
  const arranged = arrangePanels(definition.panels, new Set());
  const names = new Set(definition.variables.map(({ name }) => name));
  const data = useDashboardData(
    {
      id: dashboard.id,
      earliest: choice.earliest,
      latest: choice.latest,
      timeZone: choice.timeZone,
      variables: askedVariables(choice, names),
      panels: arranged.flatMap(({ panel }) => (hasQuery(panel) ? [panel.id] : [])),
    },
    { refreshSeconds: definition.refreshSeconds, isKiosk: choice.isKiosk },
  );
  return arranged.map(({ panel }) => (
    <PanelFrame key={panel.id} panel={panel} state={data.panels.get(panel.id)}>
      <PanelView
        panel={panel}
        state={data.panels.get(panel.id)}
        around={{ timeZone: 'UTC', looks: new Map(), annotations: data.annotations }}
      />
    </PanelFrame>
  ));
}
