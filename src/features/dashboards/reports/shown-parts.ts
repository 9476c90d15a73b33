/** The panels of a report in reading order, each with what there is to show of it. */
import { numberOf, readChart, textOf, type Item } from '../../../charts/index.ts';
import type { DashboardData, ShownPanel } from '../../../contract/dashboard-data.ts';
import type { CompleteDefinition, CompletePanel } from '../../../contract/definition-form.ts';

export interface ReportPart {
  readonly panel: CompletePanel;
  readonly title: string;
  readonly outcome:
    | { readonly kind: 'shown'; readonly shown: ShownPanel }
    | { readonly kind: 'failed'; readonly message: string }
    | { readonly kind: 'plain' };
}

/** What a collapsed heading hides is not in a report either. */
export function reportParts({ panels }: CompleteDefinition, data: DashboardData): ReportPart[] {
  return panels
    .toSorted((left, right) => left.y - right.y || left.x - right.x)
    .flatMap((panel): ReportPart[] => {
      const title = panel.title === '' ? panel.id : panel.title;
      if (panel.kind === 'text' || panel.kind === 'heading') {
        return [{ panel, title, outcome: { kind: 'plain' } }];
      }
      const answer = data.panels[panel.id];
      if (answer === undefined || 'unchanged' in answer) return [];
      if ('error' in answer) {
        return [{ panel, title, outcome: { kind: 'failed', message: answer.error.error } }];
      }
      return [{ panel, title, outcome: { kind: 'shown', shown: answer } }];
    });
}

type Row = Readonly<Record<string, unknown>>;

export function rowsOf({ rows }: Pick<ShownPanel, 'rows'>): readonly Row[] {
  return rows as readonly Row[];
}

export function chartOf(shown: Pick<ShownPanel, 'columns' | 'rows'>) {
  return readChart(shown.columns, rowsOf(shown));
}

/** Labels and numbers of a bar list or a share. */
export function itemsOf(shown: ShownPanel): Item[] {
  const [label, number] = shown.columns;
  if (label === undefined || number === undefined) return [];
  return rowsOf(shown).flatMap((row) => {
    const value = numberOf(row[number.name]);
    return value === null ? [] : [{ label: textOf(row[label.name]), value }];
  });
}

/** The number of a value panel; null where there is none. */
export function valueOf(shown: ShownPanel): number | null {
  const [row] = rowsOf(shown);
  for (const { name } of shown.columns) {
    const value = row === undefined ? null : numberOf(row[name]);
    if (value !== null) return value;
  }
  return null;
}

export function hasNoBaseline({ comparison }: ShownPanel): boolean {
  return comparison?.baseline === 'none';
}

/** `+12%`; empty where there is nothing to compare with. */
export function changeOf(shown: ShownPanel): string {
  const value = valueOf(shown);
  const before = shown.comparison?.value ?? null;
  if (value !== null && hasNoBaseline(shown)) return 'no baseline';
  if (value === null || before === null) return '';
  if (before === 0) return value === 0 ? 'unchanged' : 'before: 0';
  const percent = Math.round(((value - before) / Math.abs(before)) * 100);
  return percent === 0 ? 'unchanged' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`;
}
