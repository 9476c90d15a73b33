/** All state of the dashboard page: the choices of the user, what is open, and the data of the panels. */
import { useMemo, useState } from 'react';
import type { Dashboard } from '../../../../../src/contract/dashboards.ts';
import type {
  CompleteDefinition,
  CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { useClock, useShownZone } from '../../../data/shown-zone.ts';
import { type Arranged, arrangePanels } from '../logic/arrange-panels.ts';
import { askedVariables, type DashboardChoice } from '../logic/dashboard-address.ts';
import { fillDefinition, isAsked } from '../logic/fill-definition.ts';
import { inSightFirst } from '../panels/panel-grid.tsx';
import { type DashboardQuestion, useDashboardData } from '../read/use-dashboard-data.ts';
import { useChoice } from './use-choice.ts';
import { useCollapsed } from './use-collapsed.ts';
import { useLooks } from './use-looks.ts';

export function useShownDashboard(dashboard: Dashboard) {
  const definition = useMemo(() => fillDefinition(dashboard.definition), [dashboard]);
  const { choice, change } = useChoice();
  const { collapsed, toggle } = useCollapsed(definition.panels);
  const [rhythm, setRhythm] = useState<number | null>();
  const home = useTimeZone();
  const zone = useAskedZone(choice, definition);
  const arranged = arrangePanels(definition.panels, collapsed);
  const refreshSeconds = rhythm === undefined ? definition.refreshSeconds : rhythm;
  const data = useDashboardData(
    questionOf(dashboard.id, definition, { ...choice, timeZone: zone }, arranged),
    {
      refreshSeconds,
      isKiosk: choice.isKiosk,
      order: inSightFirst,
    },
  );
  return {
    definition,
    choice,
    change,
    collapsed,
    toggle,
    arranged,
    refreshSeconds,
    setRhythm,
    data,
    looks: useLooks(definition.panels, data),
    timeZone: zone ?? data.start?.timeZone ?? definition.timeZone ?? home,
    setVariable: (name: string, values: readonly string[]) =>
      change({ variables: { ...choice.variables, [name]: values } }),
  };
}

/**
 * Returns the time zone chosen for this dashboard. If neither the user nor the author has chosen one, the clock of all
 * other pages applies.
 */
function useAskedZone(choice: DashboardChoice, definition: CompleteDefinition): string | undefined {
  const [clock] = useClock();
  const preferred = useShownZone();
  if (choice.timeZone !== undefined) return choice.timeZone;
  return clock === 'organization' || definition.timeZone !== null ? undefined : preferred;
}

export type ShownDashboard = ReturnType<typeof useShownDashboard>;

function questionOf(
  id: string,
  { variables }: CompleteDefinition,
  choice: DashboardChoice,
  arranged: readonly Arranged<CompletePanel>[],
): DashboardQuestion {
  const names = new Set(variables.map(({ name }) => name));
  return {
    id,
    earliest: choice.earliest,
    latest: choice.latest,
    timeZone: choice.timeZone,
    variables: askedVariables(choice, names),
    panels: arranged.flatMap(({ panel }) => (isAsked(panel) ? [panel.id] : [])),
  };
}
