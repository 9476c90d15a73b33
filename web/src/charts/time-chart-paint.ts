/** Painted over and under the series: limits with their label, and events in the time range. */
import type uPlot from 'uplot';
import {
  type Scheme,
  STATE_COLORS,
  type State,
  SURFACES,
  TEXT_COLORS,
  TONES,
} from '../../../src/charts/colors.ts';
import { valueText } from '../../../src/charts/value-text.ts';
import { chartFont } from './plot-axes.ts';

export interface ChartLimit {
  readonly from: number;
  readonly state: State;
}

/** Something that happened, as a line, or as a stretch where it has an end. */
export interface ChartMark {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number | undefined;
  /** From 1. */
  readonly tone: number;
  readonly text: string;
}

const SIGNS: Readonly<Record<State, string>> = {
  ok: '✓',
  warning: '▲',
  critical: '◆',
  unknown: '?',
};

export function limitWords({ from, state }: ChartLimit, unit: string | undefined): string {
  return `${SIGNS[state]} ${state} from ${valueText(from, unit === undefined ? {} : { unit })}`;
}

export function paintLimits(
  plot: uPlot,
  limits: readonly ChartLimit[],
  scheme: Scheme,
  unit: string | undefined,
): void {
  if (limits.length === 0) return;
  const { ctx, bbox } = plot;
  const ratio = window.devicePixelRatio;
  ctx.save();
  // The font of the axes: every additional font of a canvas has to be looked up, which takes as long as a whole axis.
  ctx.font = chartFont(ratio);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'bottom';
  for (const limit of limits) {
    const y = plot.valToPos(limit.from, 'y', true);
    if (!Number.isFinite(y) || y < bbox.top || y > bbox.top + bbox.height) continue;
    const color = STATE_COLORS[limit.state][scheme];
    ctx.strokeStyle = color;
    ctx.lineWidth = ratio;
    ctx.setLineDash([4 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    const words = limitWords(limit, unit);
    const right = bbox.left + bbox.width - 4 * ratio;
    const above = y - 13 * ratio < bbox.top ? y + 14 * ratio : y - 2 * ratio;
    // A little of the ground below the letters keeps lines away from them.
    const { width } = ctx.measureText(words);
    ctx.fillStyle = `${SURFACES.page[scheme]}cc`;
    ctx.fillRect(right - width - 2 * ratio, above - 11 * ratio, width + 4 * ratio, 11 * ratio);
    ctx.fillStyle = color;
    ctx.fillText(words, right, above);
  }
  ctx.restore();
}

export function paintMarks(plot: uPlot, marks: readonly ChartMark[], scheme: Scheme): void {
  if (marks.length === 0) return;
  const { ctx, bbox } = plot;
  const ratio = window.devicePixelRatio;
  const end = bbox.left + bbox.width;
  ctx.save();
  for (const { from, to, tone } of marks) {
    const color = toneColor(tone, scheme);
    const left = plot.valToPos(from, 'x', true);
    const right = to === undefined ? left : plot.valToPos(to, 'x', true);
    if (right < bbox.left || left > end) continue;
    if (to !== undefined) {
      ctx.fillStyle = `${color}1f`;
      const begin = Math.max(bbox.left, left);
      ctx.fillRect(begin, bbox.top, Math.min(end, right) - begin, bbox.height);
    }
    if (left < bbox.left) continue;
    ctx.strokeStyle = color;
    ctx.lineWidth = ratio;
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(left, bbox.top);
    ctx.lineTo(left, bbox.top + bbox.height);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.moveTo(left - 4 * ratio, bbox.top);
    ctx.lineTo(left + 4 * ratio, bbox.top);
    ctx.lineTo(left, bbox.top + 6 * ratio);
    ctx.fill();
  }
  ctx.restore();
}

export function toneColor(tone: number, scheme: Scheme): string {
  return TONES[tone - 1]?.[scheme] ?? TEXT_COLORS.dimmed[scheme];
}
