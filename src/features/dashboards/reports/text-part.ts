/** A panel in plain text. */
import { LIMITS } from '../../../spec/limits.ts';
import { number } from './mail-part.ts';
import { changeOf, chartOf, itemsOf, type ReportPart, rowsOf, valueOf } from './shown-parts.ts';
import { cellText, logColumns } from './table-part.ts';

const { reportRowsMax } = LIMITS.dashboards;

export function textPart(part: ReportPart): string {
  const { panel, title, outcome } = part;
  if (panel.kind === 'heading') return `== ${title} ==`;
  if (panel.kind === 'text') return panel.options.markdown;
  const lines =
    outcome.kind === 'shown' ? linesOf(part) : [outcome.kind === 'failed' ? outcome.message : ''];
  return [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

function linesOf({ panel, outcome }: ReportPart): string[] {
  if (outcome.kind !== 'shown') return [];
  const { shown } = outcome;
  switch (panel.kind) {
    case 'value': {
      const { unit, decimals } = panel.options;
      return [[number(valueOf(shown), unit, decimals), changeOf(shown)].filter(Boolean).join('  ')];
    }
    case 'bars':
    case 'share':
      return itemsOf(shown).map(
        ({ label, value }) => `${label}: ${number(value, panel.options.unit)}`,
      );
    case 'timeseries':
    case 'heatmap': {
      const chart = chartOf(shown);
      if (chart === undefined) return ['No data'];
      return chart.series.map(({ name, values }) => {
        const known = values.filter((value) => value !== null);
        return `${name}: max ${number(known.length === 0 ? null : Math.max(...known), panel.options.unit)}`;
      });
    }
    case 'logs':
      return tableLines(logColumns(shown, panel.options.fields));
    default:
      return tableLines(shown);
  }
}

function tableLines(
  shown: Parameters<typeof rowsOf>[0] & { readonly columns: readonly { readonly name: string }[] },
): string[] {
  const names = shown.columns.map(({ name }) => name);
  const rows = rowsOf(shown);
  const lines = rows
    .slice(0, reportRowsMax)
    .map((row) => names.map((name) => cellText(row[name]).replaceAll(/\s+/g, ' ')).join(' | '));
  const left = rows.length - reportRowsMax;
  return [names.join(' | '), ...lines, ...(left > 0 ? [`${left} more rows`] : [])];
}
