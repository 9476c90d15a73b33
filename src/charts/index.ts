/**
 * Charts, as far as they need no screen: scales, round values and times, labels, colours, and drawings as SVG
 * texts. The same input gives the same bytes in the browser and on the server, which puts them into mails.
 * Owns no table.
 */
export {
  type ChartData,
  CATEGORIES_MAX,
  type Column,
  type Item,
  numberOf,
  readChart,
  type Series,
  SERIES_MAX,
  textOf,
  topItems,
} from './chart-data.ts';
export { formatInstant, type Instants, offsetLabel } from './clock.ts';
export {
  GRID_COLOR,
  type Level,
  LEVEL_COLORS,
  levelOf,
  REST_COLOR,
  type Scheme,
  type Shades,
  type State,
  STATE_COLORS,
  SURFACES,
  TEXT_COLORS,
  TONES,
} from './colors.ts';
export { describeChart } from './describe-chart.ts';
export { labelText, textWidth } from './label-text.ts';
export { assignLooks, type Look, lookOf, type Looks } from './looks.ts';
export { createScale, type Domain, type Scale, type ScaleKind, valueDomain } from './scale.ts';
export { type StackedSeries, type Stacking, stackSeries } from './stack.ts';
export { type BadgeDrawing, drawBadge } from './svg/draw-badge.ts';
export { type BarListDrawing, drawBarList } from './svg/draw-bar-list.ts';
export {
  type ChartDrawing,
  drawChart,
  DRAWN_SERIES_MAX,
  type Threshold,
} from './svg/draw-chart.ts';
export { drawHeatmap, type HeatmapDrawing } from './svg/draw-heatmap.ts';
export { drawShare, type ShareDrawing } from './svg/draw-share.ts';
export { drawSparkline, type SparklineDrawing } from './svg/draw-sparkline.ts';
export { drawStrip, type StripDrawing } from './svg/draw-strip.ts';
export { drawValue, type ValueDrawing } from './svg/draw-value.ts';
export { timeLabels } from './time-labels.ts';
export { timeTicks } from './time-ticks.ts';
export { plainNumber, valueLabels, type ValueFormat, valueText } from './value-text.ts';
export { type TickWishes, type ValueTicks, valueTicks } from './value-ticks.ts';
export { readCells } from './heat-cells.ts';
