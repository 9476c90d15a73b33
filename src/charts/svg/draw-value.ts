/** One number, large; how it was before, and how it went. */
import { STATE_COLORS, type State, TEXT_COLORS } from '../colors.ts';
import { type ValueFormat, valueText } from '../value-text.ts';
import { drawPaper, drawText, type Paper, sizeOf } from './paper.ts';
import { type SparklineDrawing, sparklineShapes } from './draw-sparkline.ts';

export interface ValueDrawing extends Paper {
  readonly value: number | null;
  readonly previous?: number | null;
  /** A previous value was asked for, and there is no data to have one. */
  readonly hasNoBaseline?: boolean;
  readonly format?: ValueFormat;
  /** Shown as a word and as a color. */
  readonly state?: State;
  readonly line?: Pick<SparklineDrawing, 'x' | 'values' | 'timeZone'>;
}

export function drawValue(drawing: ValueDrawing): string {
  const { value, previous = null, state, scheme, format = {} } = drawing;
  const { height } = sizeOf(drawing);
  const text = value === null ? '–' : valueText(value, format);
  const change =
    drawing.hasNoBaseline === true && value !== null ? 'no baseline' : changeText(value, previous);
  const words = [text, ...(change === '' ? [] : [change]), ...(state === undefined ? [] : [state])];
  const size = Math.max(12, Math.min(36, height * 0.4));
  const color = state === undefined ? TEXT_COLORS.text[scheme] : STATE_COLORS[state][scheme];
  const small = [change, state === undefined || state === 'ok' ? '' : state].filter(Boolean);
  const top = size + 24;
  return drawPaper(drawing, `${words.join(', ')}.`, [
    drawText(text, { x: 2, y: size, size, weight: 600, color }),
    drawText(small.join(' · '), { x: 2, y: size + 16, color: TEXT_COLORS.dimmed[scheme] }),
    ...(drawing.line === undefined || height - top < 12
      ? []
      : sparklineShapes({ ...drawing, ...drawing.line }, top)),
  ]);
}

/** Against nothing there is no share to tell. */
function changeText(value: number | null, previous: number | null): string {
  if (value === null || previous === null || !Number.isFinite(previous)) return '';
  if (value === previous) return 'unchanged';
  if (previous === 0) return 'before: 0';
  const share = ((value - previous) / Math.abs(previous)) * 100;
  return `${share > 0 ? '+' : '−'}${valueText(Math.abs(share), { unit: '%' })}`;
}
