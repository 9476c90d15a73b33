/** Displays a saved dashboard: description, time range, variables and panels. */
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type { CompleteVariable } from '../../../../../src/contract/definition-form.ts';
import { loadPage } from '../../../api/load-page.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import type { PanelPick, PanelSurroundings } from '../panels/panel-props.ts';
import { DashboardControls } from './dashboard-controls.tsx';
import { DashboardHeader } from './dashboard-header.tsx';
import './dashboard.css';
import { PanelCell } from './panel-cell.tsx';
import { ShownPanels } from './shown-panels.tsx';
import { type ShownDashboard, useShownDashboard } from './use-shown-dashboard.ts';
import { useViewShortcuts } from './use-view-shortcuts.ts';
import type { SeenVariable } from './variable-field.tsx';
import { VariablesBar } from './variables-bar.tsx';

const FullPanel = lazy(async () => ({
  default: (await loadPage(import('./full-panel.tsx'))).FullPanel,
}));
const PickMenu = lazy(async () => ({
  default: (await loadPage(import('./pick-menu.tsx'))).PickMenu,
}));

export function DashboardView({ dashboard }: { readonly dashboard: Dashboard }) {
  const shown = useShownDashboard(dashboard);
  const { definition, choice, data, timeZone, setVariable } = shown;
  const [isTimeOpen, setIsTimeOpen] = useState(false);
  const [hasCost, setHasCost] = useState(false);
  const [fullId, setFullId] = useState<string>();
  const [pick, setPick] = useState<PanelPick>();
  const around = useAround(shown, setPick);
  useViewShortcuts({
    onTime: () => setIsTimeOpen(true),
    onCost: () => setHasCost(!hasCost),
    onFull: setFullId,
  });
  const full = definition.panels.find(({ id, kind }) => id === fullId && kind !== 'heading');
  return (
    <div className={choice.isKiosk ? 'db-page db-kiosk' : 'db-page'}>
      <DashboardHeader
        name={definition.name}
        description={definition.description}
        timeZone={timeZone}
        data={data}
      >
        <DashboardControls
          dashboard={dashboard}
          shown={shown}
          isTimeOpen={isTimeOpen}
          onTime={setIsTimeOpen}
        />
      </DashboardHeader>
      {!choice.isKiosk && <ManagedBanner kind="dashboards" id={dashboard.id} />}
      <VariablesBar
        variables={definition.variables.map(seenVariable)}
        answers={data.variables}
        onChange={setVariable}
      />
      {definition.panels.length === 0 && <NoPanels />}
      <ShownPanels
        arranged={shown.arranged}
        states={data.panels}
        around={around}
        collapsed={shown.collapsed}
        onToggle={shown.toggle}
        hasCost={hasCost}
        onFull={setFullId}
      />
      <Suspense>
        {full !== undefined && (
          <FullPanel title={full.title} onClose={() => setFullId(undefined)}>
            <PanelCell
              panel={full}
              state={data.panels.get(full.id)}
              around={around}
              hasCost={hasCost}
            />
          </FullPanel>
        )}
        {pick !== undefined && (
          <PickMenu
            pick={pick}
            definition={definition}
            data={data}
            timeZone={timeZone}
            onFilter={({ variable, value }) => setVariable(variable, [value])}
            onClose={() => setPick(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}

function NoPanels() {
  return (
    <EmptyState icon="dashboard" title="No panels yet">
      A panel shows the result of a search as a number, chart, table or list of events.
    </EmptyState>
  );
}

function useAround(
  { timeZone, looks, data: { annotations }, change }: ShownDashboard,
  onPick: (pick: PanelPick) => void,
): PanelSurroundings {
  return useMemo(
    () => ({
      timeZone,
      looks,
      annotations,
      onPick,
      onZoom: ({ from, to }) =>
        change({ earliest: new Date(from).toISOString(), latest: new Date(to).toISOString() }),
    }),
    [timeZone, looks, annotations, onPick, change],
  );
}

function seenVariable(variable: CompleteVariable): SeenVariable {
  const { name, type, label } = variable;
  const canChoose = 'multiple' in variable;
  return {
    name,
    type,
    label,
    multiple: canChoose && variable.multiple,
    all: canChoose && variable.all,
  };
}
