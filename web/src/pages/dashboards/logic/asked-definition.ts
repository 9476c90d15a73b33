/**
 * What of a draft decides which rows its panels show. Titles, places and looks do not, so that changing them asks
 * nothing: two drafts that ask the same give equal answers here.
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

/** Where it stands does not matter, as long as none lies on another. */
function askedPanel(panel: CompletePanel, at: number): CompletePanel {
  const options = Object.fromEntries(
    Object.entries(panel.options).filter(([name]) => !LOOKS.has(name)),
  );
  const place = { x: 0, y: at * heightMin, w: GRID_COLUMNS, h: heightMin };
  const looks = { title: '', description: '', thresholds: [], link: null };
  // Its options are not all there; what is left out has its default.
  return { ...panel, ...place, ...looks, options } as unknown as CompletePanel;
}
