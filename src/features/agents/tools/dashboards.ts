import { askDashboard } from '../../../contract/dashboard-data.ts';
import { listDashboards, readDashboard } from '../../../contract/dashboards.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { cell, type Row } from './cells.ts';
import { nameMatches, wholeList } from './whole-list.ts';
import type { RunTool } from './tool.ts';

export const dashboardsList: RunTool<'dashboards_list'> = async (caller, { text }) => {
  const { entries, isCut } = await wholeList((page) =>
    caller.call(listDashboards, { query: page }),
  );
  const found = entries.filter(nameMatches(text));
  return {
    head: (shown) => `${shown} of ${found.length} dashboards`,
    tables: [
      {
        columns: ['id', 'key', 'name', 'panels'],
        rows: found.map(({ id, key, name, panels }) => [id, cell(key), name, cell(panels)]),
      },
    ],
    cut: isCut ? ['rows'] : [],
    next: 'dashboard_data with an id',
  };
};

export const dashboardData: RunTool<'dashboard_data'> = async (caller, input) => {
  const { data: dashboard } = await caller.call(readDashboard, { params: { id: input.id } });
  const known = dashboard.definition.panels ?? [];
  const chosen = input.panels ?? known.map(({ id }) => id).slice(0, LIMITS.agents.panelsMax);
  const { data } = await caller.call(askDashboard, {
    params: { id: input.id },
    body: {
      panels: chosen,
      ...(input.earliest === undefined ? {} : { earliest: input.earliest }),
      ...(input.latest === undefined ? {} : { latest: input.latest }),
      ...(input.variables === undefined ? {} : { variables: input.variables }),
    },
  });
  let isCut = chosen.length < known.length && input.panels === undefined;
  const tables = chosen.map((id) => {
    const title = known.find((panel) => panel.id === id)?.title ?? id;
    const answer = data.panels[id];
    if (answer === undefined || 'unchanged' in answer) return { title, columns: [], rows: [] };
    if ('error' in answer) return { title, columns: ['error'], rows: [[answer.error.code]] };
    const columns = answer.columns.map(({ name }) => name);
    const rows = answer.rows as readonly Row[];
    if (rows.length > LIMITS.agents.panelRowsMax) isCut = true;
    return {
      title,
      columns,
      rows: rows
        .slice(0, LIMITS.agents.panelRowsMax)
        .map((row) => columns.map((name) => cell(row[name]))),
    };
  });
  return {
    head: () => `${chosen.length} of ${known.length} panels, ${data.from} to ${data.to}`,
    tables,
    cut: isCut ? ['rows'] : [],
  };
};
