/** Puts a search onto a dashboard, and takes it off again. */
import type { Dashboard } from '../../../../src/contract/dashboards.ts';
import type { DashboardDefinition } from '../../../../src/contract/dashboard-definition.ts';
import { DEFINITION_SCHEMA } from '../../../../src/spec/dashboards.ts';
import { ApiError, call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { placedPanel, type SearchPanel } from './new-panel.ts';

export interface Added {
  readonly dashboard: Dashboard;
  readonly panelId: string;
}

/** Others may save in between; adding or removing a panel is valid on any version. */
const ATTEMPTS_MAX = 3;

export async function addPanel(id: string, panel: SearchPanel): Promise<Added> {
  let panelId = '';
  const dashboard = await change(id, `Added “${panel.title}” from a search`, (definition) => {
    const panels = definition.panels ?? [];
    const placed = placedPanel(panel, panels);
    panelId = placed.id;
    return { ...definition, panels: [...panels, placed] };
  });
  return { dashboard, panelId };
}

export async function removePanel(id: string, panelId: string): Promise<Dashboard> {
  return change(id, 'Removed a panel again', (definition) => ({
    ...definition,
    panels: (definition.panels ?? []).filter((panel) => panel.id !== panelId),
  }));
}

/** A dashboard with this one panel, over the range of the search. */
export async function dashboardWith(
  panel: SearchPanel,
  time: { readonly earliest: string; readonly latest: string },
): Promise<Dashboard> {
  const definition = {
    schema: DEFINITION_SCHEMA,
    name: panel.title,
    time,
    panels: [placedPanel(panel, [])],
  } satisfies DashboardDefinition;
  return (await call(api.createDashboard, { body: { definition } })).data;
}

/** Deletes the dashboard only if it is unchanged; otherwise removes just the panel, to keep what others have added. */
export async function removeDashboardWith({ id, version, definition }: Dashboard): Promise<void> {
  const { data } = await call(api.readDashboard, { params: { id } });
  if (data.version === version) await call(api.deleteDashboard, { params: { id } });
  else await removePanel(id, definition.panels?.[0]?.id ?? '');
}

async function change(
  id: string,
  note: string,
  by: (definition: DashboardDefinition) => DashboardDefinition,
): Promise<Dashboard> {
  for (let attempt = 1; ; attempt += 1) {
    const { definition, version } = (await call(api.readDashboard, { params: { id } })).data;
    try {
      const body = { definition: by(definition), version, note };
      return (await call(api.changeDashboard, { params: { id }, body })).data;
    } catch (error) {
      const isOvertaken = error instanceof ApiError && error.code === 'CONFLICT';
      if (!isOvertaken || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}
