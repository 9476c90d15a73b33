/** Panels as text, to be carried from one dashboard to another. */
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';
import { GRID_COLUMNS, PANEL_KINDS } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { fillPanel, hasQuery } from './fill-definition.ts';

const { widthMin, heightMin, heightMax, panelsMax } = LIMITS.dashboards;

export function writePanels(panels: readonly CompletePanel[]): string {
  const [only] = panels;
  return JSON.stringify(panels.length === 1 ? only : panels, undefined, 2);
}

/** Undefined if a text contains no panels. */
export function readPanels(text: string): CompletePanel[] | undefined {
  const value = parsed(text);
  const items: readonly unknown[] = Array.isArray(value) ? value : listOf(value);
  if (items.length === 0 || items.length > panelsMax) return undefined;
  const panels = items.flatMap((item) => readPanel(item) ?? []);
  return panels.length === items.length ? panels : undefined;
}

/** A whole definition brings its panels along. */
function listOf(value: unknown): readonly unknown[] {
  const { panels } = fieldsOf(value);
  return Array.isArray(panels) ? panels : [value];
}

function readPanel(item: unknown): CompletePanel | undefined {
  const fields = fieldsOf(item);
  const kind = PANEL_KINDS.find((each) => each === fields['kind']);
  if (kind === undefined) return undefined;
  const place = {
    x: 0,
    y: 0,
    w: whole(fields['w'], widthMin, GRID_COLUMNS),
    h: whole(fields['h'], heightMin, heightMax),
  };
  const known = fillPanel({ id: 'pasted', kind, ...place });
  const kept = Object.fromEntries(
    Object.keys(known).flatMap((name) => (name in fields ? [[name, fields[name]]] : [])),
  );
  const options = { ...known.options, ...fieldsOf(fields['options']) };
  const panel = { ...known, ...kept, ...place, options, id: 'pasted' } as CompletePanel;
  return hasQuery(panel) && panel.query === null && panel.search === null ? undefined : panel;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : {};
}

function whole(value: unknown, min: number, max: number): number {
  const number = typeof value === 'number' ? Math.round(value) : min;
  return Math.min(Math.max(number, min), max);
}
