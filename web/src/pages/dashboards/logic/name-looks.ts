/** One name has one colour in all panels of a dashboard. */
import { numberOf, readChart, textOf } from '../../../../../src/charts/chart-data.ts';
import { assignGroups, type Looks } from '../../../../../src/charts/looks.ts';
import type { ShownPanel } from '../../../../../src/contract/dashboard-data.ts';
import type { PanelKind } from '../../../../../src/spec/dashboards.ts';

interface Seen {
  readonly kind: PanelKind;
  readonly shown: ShownPanel | undefined;
}

/** One list for each panel, in their order: the same dashboard has the same colours each time it is opened. */
export function namesIn(panels: readonly Seen[]): string[][] {
  return panels.map(namesOf).filter((names) => names.length > 0);
}

/** The looks there are, where they suffice. */
export function looksFor(groups: readonly (readonly string[])[], before: Looks): Looks {
  const isKnown = groups.every((names) => names.every((name) => before.has(name)));
  return isKnown ? before : assignGroups(groups, before);
}

type Row = Readonly<Record<string, unknown>>;

/** Bars have the color that their name has elsewhere: a list of ten colors has no meaning. */
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
