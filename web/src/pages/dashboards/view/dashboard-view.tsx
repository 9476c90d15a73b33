/** A dashboard as it is kept: what it is about, when, for which values, and its panels. */
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type {
  CompleteDefinition,
  CompleteVariable,
} from '../../../../../src/contract/definition-form.ts';
import { loadPage } from '../../../api/load-page.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { TimePicker } from '../../../query/time/time-picker.tsx';
import { arrangePanels } from '../logic/arrange-panels.ts';
import { askedVariables } from '../logic/dashboard-address.ts';
import { fillDefinition, hasQuery } from '../logic/fill-definition.ts';
import { DashboardActions } from '../manage/dashboard-actions.tsx';
import { HeadingPanel } from '../panels/heading-panel.tsx';
import { inSightFirst, PanelGrid } from '../panels/panel-grid.tsx';
import type { PanelPick, PanelSurroundings } from '../panels/panel-props.ts';
import { useDashboardData } from '../read/use-dashboard-data.ts';
import { DashboardHeader } from './dashboard-header.tsx';
import './dashboard.css';
import { PanelCell } from './panel-cell.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { useChoice } from './use-choice.ts';
import { useCollapsed } from './use-collapsed.ts';
import { useLooks } from './use-looks.ts';
import { useViewShortcuts } from './use-view-shortcuts.ts';
import type { SeenVariable } from './variable-field.tsx';
import { VariablesBar } from './variables-bar.tsx';
import { ZonePicker } from './zone-picker.tsx';

const FullPanel = lazy(async () => ({
  default: (await loadPage(import('./full-panel.tsx'))).FullPanel,
}));
const PickMenu = lazy(async () => ({ default: (await import('./pick-menu.tsx')).PickMenu }));
const NOT_OWN = { earliest: undefined, latest: undefined };

export function DashboardView({ dashboard }: { readonly dashboard: Dashboard }) {
  const definition = useMemo(() => fillDefinition(dashboard.definition), [dashboard]);
  const { choice, change } = useChoice();
  const { collapsed, toggle } = useCollapsed(definition.panels);
  const [rhythm, setRhythm] = useState<number | null>();
  const [isTimeOpen, setIsTimeOpen] = useState(false);
  const [hasCost, setHasCost] = useState(false);
  const [fullId, setFullId] = useState<string>();
  const [pick, setPick] = useState<PanelPick>();
  const arranged = arrangePanels(definition.panels, collapsed);
  const refreshSeconds = rhythm === undefined ? definition.refreshSeconds : rhythm;
  const data = useDashboardData(questionOf(dashboard.id, definition, choice, arranged), {
    refreshSeconds,
    isKiosk: choice.isKiosk,
    order: inSightFirst,
  });
  const home = useTimeZone();
  const timeZone = choice.timeZone ?? data.start?.timeZone ?? definition.timeZone ?? home;
  const looks = useLooks(definition.panels, data);
  const { annotations } = data;
  const around = useMemo<PanelSurroundings>(
    () => ({
      timeZone,
      looks,
      annotations,
      onPick: setPick,
      onZoom: ({ from, to }) =>
        change({ earliest: new Date(from).toISOString(), latest: new Date(to).toISOString() }),
    }),
    [timeZone, looks, annotations, change],
  );
  useViewShortcuts({
    onTime: () => setIsTimeOpen(true),
    onCost: () => setHasCost(!hasCost),
    onFull: setFullId,
  });
  const setVariable = (name: string, values: readonly string[]): void =>
    change({ variables: { ...choice.variables, [name]: values } });
  const full = definition.panels.find(({ id }) => id === fullId);
  const shared = { around, hasCost };
  return (
    <div className={choice.isKiosk ? 'db-page db-kiosk' : 'db-page'}>
      <DashboardHeader
        name={definition.name}
        description={definition.description}
        timeZone={timeZone}
        data={data}
      >
        <TimePicker
          range={{
            earliest: choice.earliest ?? definition.time.earliest,
            latest: choice.latest ?? definition.time.latest,
          }}
          own={NOT_OWN}
          timeZone={timeZone}
          isOpen={isTimeOpen}
          onOpen={setIsTimeOpen}
          onChange={change}
        />
        <ZonePicker
          timeZone={timeZone}
          chosen={choice.timeZone}
          onChange={(zone) => change({ timeZone: zone })}
        />
        <RefreshButton
          refreshSeconds={refreshSeconds}
          isRefreshing={data.isRefreshing}
          onRefresh={data.refresh}
          onRhythm={setRhythm}
        />
        <DashboardActions dashboard={dashboard} />
      </DashboardHeader>
      <VariablesBar
        variables={definition.variables.map(seenVariable)}
        answers={data.variables}
        onChange={setVariable}
      />
      {definition.panels.length === 0 && (
        <EmptyState icon="dashboard" title="No panels yet">
          A panel shows what a search finds: as a number, a chart, a table or as events.
        </EmptyState>
      )}
      <PanelGrid arranged={arranged}>
        {(panel) =>
          panel.kind === 'heading' ? (
            <HeadingPanel
              panel={panel}
              isCollapsed={collapsed.has(panel.id)}
              onToggle={() => toggle(panel.id, collapsed.has(panel.id))}
            />
          ) : (
            <PanelCell
              panel={panel}
              state={data.panels.get(panel.id)}
              {...shared}
              onFull={setFullId}
            />
          )
        }
      </PanelGrid>
      {full !== undefined && full.kind !== 'heading' && (
        <FullPanel title={full.title} onClose={() => setFullId(undefined)}>
          <PanelCell panel={full} state={data.panels.get(full.id)} {...shared} />
        </FullPanel>
      )}
      <Suspense>
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

function questionOf(
  id: string,
  definition: CompleteDefinition,
  choice: ReturnType<typeof useChoice>['choice'],
  arranged: ReturnType<typeof arrangePanels<CompleteDefinition['panels'][number]>>,
) {
  const names = new Set(definition.variables.map(({ name }) => name));
  return {
    id,
    earliest: choice.earliest,
    latest: choice.latest,
    timeZone: choice.timeZone,
    variables: askedVariables(choice, names),
    panels: arranged.flatMap(({ panel }) => (hasQuery(panel) ? [panel.id] : [])),
  };
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
