/** A panel as cells of a table, which every mail program shows. */
import { TONES, valueText } from '../../../charts/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type Html, html, together } from './markup.ts';
import { changeOf, chartOf, itemsOf, type ReportPart, valueOf } from './shown-parts.ts';
import { logColumns, tablePart } from './table-part.ts';

const { reportCellsMax, reportRowsMax } = LIMITS.dashboards;
const COLUMNS_MAX = 8;
const SERIES_MAX = 5;
const HEIGHT_PX = 40;
const INK = TONES[0]?.light ?? '#2c8fc9';

export function mailPart(part: ReportPart): Html {
  const { panel, title } = part;
  if (panel.kind === 'heading') return html`<h2 style="font-size:16px">${title}</h2>`;
  const body =
    panel.kind === 'text'
      ? html`<div style="white-space:pre-wrap">${panel.options.markdown}</div>`
      : content(part);
  const head =
    panel.kind === 'text' && panel.title === ''
      ? ''
      : html`<h3 style="font-size:14px;margin:16px 0 4px">${title}</h3>`;
  return html`${head}${body}`;
}

function content({ panel, outcome }: ReportPart): Html {
  if (outcome.kind === 'failed') return html`<p style="color:#c92a2a">${outcome.message}</p>`;
  if (outcome.kind === 'plain') return html``;
  const { shown } = outcome;
  switch (panel.kind) {
    case 'value':
      return html`<p style="font-size:24px;margin:0">
        ${number(valueOf(shown), panel.options.unit, panel.options.decimals)}
        <span style="font-size:13px;color:#5a6572">${changeOf(shown)}</span>
      </p>`;
    case 'bars':
    case 'share':
      return barCells(itemsOf(shown), panel.options.unit);
    case 'timeseries':
    case 'heatmap':
      return chartCells(shown, panel.options.unit);
    case 'logs':
      return tablePart(logColumns(shown, panel.options.fields), {
        rows: reportRowsMax,
        columns: COLUMNS_MAX,
      });
    default:
      return tablePart(shown, { rows: reportRowsMax, columns: COLUMNS_MAX });
  }
}

export function number(value: number | null, unit: string, decimals: number | null = null): string {
  if (value === null) return '–';
  return valueText(value, { unit, ...(decimals === null ? {} : { decimals }) });
}

function barCells(items: ReturnType<typeof itemsOf>, unit: string): Html {
  const most = Math.max(0, ...items.map(({ value }) => value));
  const rows = items.map(({ label, value }) => {
    const width = most > 0 ? Math.max(1, Math.round((Math.max(0, value) / most) * 100)) : 1;
    const bar = html`<table width="${width}%" cellspacing="0" cellpadding="0">
      <tr>
        <td bgcolor="${INK}" height="10" style="font-size:1px">&nbsp;</td>
      </tr>
    </table>`;
    return html`<tr>
      <td style="padding:2px 8px 2px 0">${label}</td>
      <td width="50%">${bar}</td>
      <td style="padding:2px 8px;text-align:right">${number(value, unit)}</td>
    </tr>`;
  });
  return html`<table width="100%" cellspacing="0" cellpadding="0" style="font-size:13px">
    ${together(rows)}
  </table>`;
}

/** One row of columns for each series: as high as what was most in them. */
function chartCells(shown: Parameters<typeof chartOf>[0], unit: string): Html {
  const chart = chartOf(shown);
  if (chart === undefined) return html`<p style="color:#5a6572">No data</p>`;
  const rows = chart.series.slice(0, SERIES_MAX).map(({ name, values }) => {
    const cells = inCells(values);
    const most = Math.max(0, ...cells.map((value) => value ?? 0));
    const columns = cells.map((value) => {
      const height =
        value === null || most === 0 ? 0 : Math.round((Math.max(0, value) / most) * HEIGHT_PX);
      const fill =
        height === 0
          ? ''
          : html`<div style="height:${height}px;background:${INK};font-size:1px">&nbsp;</div>`;
      return html`<td valign="bottom" height="${HEIGHT_PX}">${fill}</td>`;
    });
    return html`<p style="margin:4px 0 0;font-size:13px">
        ${name} <span style="color:#5a6572">max ${number(most, unit)}</span>
      </p>
      <table width="100%" cellspacing="1" cellpadding="0">
        <tr>
          ${together(columns)}
        </tr>
      </table>`;
  });
  const left = chart.series.length - SERIES_MAX;
  const rest = left > 0 ? html`<p style="color:#5a6572">${left} more series</p>` : '';
  return html`${together(rows)}${rest}`;
}

/** The highest of each stretch, so that a short peak is not lost. */
function inCells(values: readonly (number | null)[]): (number | null)[] {
  const count = Math.min(reportCellsMax, values.length);
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * values.length) / count);
    const to = Math.floor(((at + 1) * values.length) / count);
    const known = values.slice(from, to).filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  });
}
