/** One name has one colour in all panels of a dashboard. */
import { numberOf, readChart, textOf } from '../../../../../src/charts/chart-data.ts';
import { assignLooks, type Looks } from '../../../../../src/charts/looks.ts';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import type { PanelKind } from '../../../../../src/spec/dashboards.ts';

interface Seen {
  readonly kind: PanelKind;
  readonly shown: ShownPanel | undefined;
}

/** In the order of the panels, so that the same dashboard has the same colours each time it is opened. */
export function namesIn(panels: readonly Seen[]): string[] {
  return [...new Set(panels.flatMap(namesOf))];
}

/** The looks there are, where they suffice. */
export function looksFor(names: readonly string[], before: Looks): Looks {
  return names.every((name) => before.has(name)) ? before : assignLooks(names, before);
}

type Row = Readonly<Record<string, unknown>>;

/** Bars take the colour that their name has elsewhere: a list of ten colours says nothing. */
function namesOf({ kind, shown }: Seen): string[] {
  if (shown === undefined) return [];
  const rows = shown.rows as readonly Row[];
  if (kind === 'timeseries') {
    return readChart(shown.columns, rows)?.series.map(({ name }) => name) ?? [];
  }
  if (kind !== 'share') return [];
  const [label, number] = shown.columns;
  if (label === undefined || number === undefined) return [];
  return rows.flatMap((row) =>
    numberOf(row[number.name]) === null ? [] : [textOf(row[label.name])],
  );
}
