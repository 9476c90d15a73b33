/**
 * The part of a draft that determines the rows of its panels. Titles, positions and appearance do not, so changing them
 * sends no query: two drafts with the same queries have equal results here.
 */
import type { DashboardDefinition } from '../../../../../src/contract/dashboard-definition.ts';
import type {
  CompleteDefinition,
  CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import { GRID_COLUMNS } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { asDefinition } from './change-draft.ts';
import { hasQuery } from './fill-definition.ts';

const { heightMin } = LIMITS.dashboards;

/** Options that only change how rows look. */
const LOOKS: ReadonlySet<string> = new Set([
  'style',
  'stack',
  'log',
  'unit',
  'decimals',
  'better',
  'scale',
  'wrap',
  'cellBars',
]);

export function askedDefinition(draft: CompleteDefinition): DashboardDefinition {
  const { schema, time, timeZone, variables, searches, annotations } = draft;
  const shown = draft.panels.filter((panel) => hasQuery(panel)).toSorted(byId);
  return asDefinition({
    schema,
    key: null,
    name: 'Preview',
    description: '',
    tags: [],
    time,
    timeZone,
    refreshSeconds: null,
    variables,
    searches,
    annotations,
    panels: shown.map(askedPanel),
  });
}

function byId(left: CompletePanel, right: CompletePanel): number {
  return left.id < right.id ? -1 : 1;
}

/** The position does not matter, as long as panels do not overlap. */
function askedPanel(panel: CompletePanel, at: number): CompletePanel {
  const options = Object.fromEntries(
    Object.entries(panel.options).filter(([name]) => !LOOKS.has(name)),
  );
  const place = { x: 0, y: at * heightMin, w: GRID_COLUMNS, h: heightMin };
  const looks = { title: '', description: '', thresholds: [], link: null };
  // Its options are incomplete; missing ones have their default.
  return { ...panel, ...place, ...looks, options } as unknown as CompletePanel;
}
