/** What editing does to a definition. Every function returns another one; none knows of the screen. */
import type { DashboardDefinition } from '../../../../../src/contract/dashboard-definition.ts';
import type { DashboardPanel } from '../../../../../src/contract/dashboard-panels.ts';
import type {
  CompleteDefinition,
  CompletePanel,
} from '../../../../../src/contract/definition-form.ts';
import type { PanelKind } from '../../../../../src/spec/dashboards.ts';
import { freePlace } from '../../../query/panel/free-place.ts';
import { newElementId, PANEL_SIZES } from '../../../query/panel/panel-form.ts';
import { fillPanel, hasQuery } from './fill-definition.ts';
import { closeUp } from './move-panels.ts';

/** In the format of the API, which omits defaults itself. */
export function asDefinition(draft: CompleteDefinition): DashboardDefinition {
  return draft as unknown as DashboardDefinition;
}

/** An empty panel, at a position where it fits. */
export function withNewPanel(
  draft: CompleteDefinition,
  kind: PanelKind,
): { readonly draft: CompleteDefinition; readonly id: string } {
  const id = newElementId(draft.panels.map((panel) => panel.id));
  const place = freePlace(draft.panels, PANEL_SIZES[kind]);
  const source = hasQuery({ kind }) ? { query: '*' } : {};
  const panel = fillPanel({ id, kind, ...source, ...place });
  return { draft: { ...draft, panels: [...draft.panels, panel] }, id };
}

/** Copied panels, also from another dashboard: they get new ids and positions. */
export function withCopies(
  draft: CompleteDefinition,
  panels: readonly CompletePanel[],
): { readonly draft: CompleteDefinition; readonly ids: readonly string[] } {
  const all = [...draft.panels];
  const ids: string[] = [];
  for (const panel of panels) {
    const id = newElementId(all.map((each) => each.id));
    const { w, h } = panel;
    all.push({ ...panel, id, ...freePlace(all, { w, h }) });
    ids.push(id);
  }
  return { draft: { ...draft, panels: all }, ids };
}

export function withPanel(draft: CompleteDefinition, panel: CompletePanel): CompleteDefinition {
  const panels = draft.panels.map((each) => (each.id === panel.id ? panel : each));
  return { ...draft, panels };
}

export function withoutPanel(draft: CompleteDefinition, id: string): CompleteDefinition {
  return { ...draft, panels: closeUp(draft.panels.filter((panel) => panel.id !== id)) };
}

/** The same panel as another kind: what both kinds have stays. */
export function asKind(panel: CompletePanel, kind: PanelKind): CompletePanel {
  if (panel.kind === kind) return panel;
  const { id, title, description, x, y, w, h } = panel;
  const about = { id, title, description, x, y, w, h };
  if (!hasQuery({ kind })) return fillPanel({ ...about, kind });
  const source = hasQuery(panel) ? sourceOf(panel) : { query: '*' };
  const before: Readonly<Record<string, unknown>> = panel.options;
  const known = fillPanel({ ...about, kind }).options;
  const options = Object.fromEntries(
    Object.keys(known).flatMap((name) => {
      const isShared = SHARED_OPTIONS.has(name) && before[name] !== undefined;
      return isShared ? [[name, before[name]]] : [];
    }),
  );
  return fillPanel({ ...about, kind, ...source, options } as DashboardPanel);
}

/** Options that mean the same wherever they are; `style` or `rows` do not. */
const SHARED_OPTIONS: ReadonlySet<string> = new Set(['unit']);

type QueryPanel = Extract<CompletePanel, { readonly query: string | null }>;

function sourceOf({ query, search, then, time, thresholds, link }: QueryPanel) {
  // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire.
  return { query, search, then, time, thresholds, link };
}
