/** A panel as a drawing, for the file that goes along. */
import {
  type ChartDrawing,
  drawBarList,
  drawChart,
  drawHeatmap,
  drawShare,
  drawValue,
  readCells,
} from '../../../charts/index.ts';
import type { ShownPanel } from '../../../contract/dashboard-data.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { drawing, type Html, html } from './markup.ts';
import {
  chartOf,
  hasNoBaseline,
  itemsOf,
  type ReportPart,
  rowsOf,
  valueOf,
} from './shown-parts.ts';
import { logColumns, tablePart } from './table-part.ts';

const WIDTH = 880;
const HEIGHT = 240;
const { tableRowsMax, tableColumnsMax } = LIMITS.dashboards;

export function drawPart(part: ReportPart, timeZone: string): Html {
  const { panel, title, outcome } = part;
  if (panel.kind === 'heading') return html`<h2>${title}</h2>`;
  if (panel.kind === 'text') return html`<section><pre>${panel.options.markdown}</pre></section>`;
  if (outcome.kind === 'plain') return html``;
  const body =
    outcome.kind === 'failed'
      ? html`<p class="note">${outcome.message}</p>`
      : drawShown(panel, title, outcome.shown, timeZone);
  return html`<section>
    <h3>${title}</h3>
    ${body}
  </section>`;
}

function drawShown(
  panel: ReportPart['panel'],
  title: string,
  shown: ShownPanel,
  timeZone: string,
): Html {
  const paper = { title, scheme: 'light', width: WIDTH, height: HEIGHT } as const;
  switch (panel.kind) {
    case 'timeseries':
      return drawSeries(panel, paper, shown, timeZone);
    case 'value': {
      const { unit, decimals } = panel.options;
      const format = { unit, ...(decimals === null ? {} : { decimals }) };
      const previous = shown.comparison?.value ?? null;
      return drawing(
        drawValue({
          ...paper,
          height: 120,
          width: 320,
          value: valueOf(shown),
          previous,
          hasNoBaseline: hasNoBaseline(shown),
          format,
          ...lineOf(shown, timeZone),
        }),
      );
    }
    case 'bars':
      return drawing(
        drawBarList({
          ...paper,
          items: itemsOf(shown),
          countMax: panel.options.top + 1,
          unit: panel.options.unit,
        }),
      );
    case 'share':
      return drawing(drawShare({ ...paper, items: itemsOf(shown), form: panel.options.style }));
    case 'heatmap':
      return drawing(
        drawHeatmap({
          ...paper,
          ...readCells(shown.columns, rowsOf(shown)),
          strength: panel.options.scale,
          timeZone,
          unit: panel.options.unit,
        }),
      );
    case 'logs':
      return tablePart(logColumns(shown, panel.options.fields), BOUNDS);
    default:
      return tablePart(shown, BOUNDS);
  }
}

function drawSeries(
  { options, thresholds }: Extract<ReportPart['panel'], { readonly kind: 'timeseries' }>,
  paper: Pick<ChartDrawing, 'title' | 'scheme' | 'width' | 'height'>,
  shown: ShownPanel,
  timeZone: string,
): Html {
  const data = chartOf(shown);
  if (data === undefined) return html`<p class="note">No data</p>`;
  const { style, stack, log, unit } = options;
  const kind = style === 'bars' ? 'bar' : style;
  const look = { kind, stacking: stack, isLog: log, unit, thresholds, hasLegend: true } as const;
  return drawing(drawChart({ ...paper, ...look, data, timeZone }));
}

const BOUNDS = { rows: tableRowsMax, columns: tableColumnsMax };

function lineOf({ sparkline }: ShownPanel, timeZone: string) {
  const chart = sparkline === undefined ? undefined : chartOf(sparkline);
  const [series] = chart?.series ?? [];
  if (chart === undefined || series === undefined) return {};
  return { line: { x: chart.x, values: series.values, timeZone } };
}
