/** A sparkline: a trend the size of a word, without numbers. */
import { TEXT_COLORS, TONES } from '../colors.ts';
import { describeChart } from '../describe-chart.ts';
import { createScale, valueDomain } from '../scale.ts';
import { stackSeries } from '../stack.ts';
import { type Markup, tag } from './markup.ts';
import { drawPaper, type Paper, sizeOf } from './paper.ts';
import { drawLines } from './shapes.ts';

export interface SparklineDrawing extends Paper {
  /** Seconds since 1970. */
  readonly x: readonly number[];
  readonly values: readonly (number | null)[];
  readonly timeZone: string;
  readonly unit?: string;
}

export function drawSparkline(drawing: SparklineDrawing): string {
  const format = drawing.unit === undefined ? {} : { unit: drawing.unit };
  const words = describeChart(dataOf(drawing), drawing.timeZone, format);
  return drawPaper(drawing, words, sparklineShapes(drawing));
}

/** The same as a part of another drawing. */
export function sparklineShapes(drawing: SparklineDrawing, top = 0): Markup[] {
  const { width, height } = sizeOf(drawing);
  const data = dataOf(drawing);
  const field = { left: 2, top: top + 2, right: width - 2, bottom: height - 2 };
  const [first = 0] = drawing.x;
  const ends = { low: first, high: drawing.x.at(-1) ?? first };
  const ground = tag('line', {
    x1: field.left,
    x2: field.right,
    y1: field.bottom,
    y2: field.bottom,
    stroke: TEXT_COLORS.placeholder[drawing.scheme],
    'stroke-opacity': '0.4',
  });
  const lines = drawLines(
    {
      data,
      field,
      stacking: 'none',
      stacked: stackSeries(data.series, 'none'),
      x: createScale('linear', ends, [field.left, field.right]),
      y: createScale('linear', valueDomain(drawing.values, 'linear'), [field.bottom, field.top]),
      lookOf: () => ({ color: TONES[0] ?? TEXT_COLORS.dimmed, dash: [] }),
    },
    drawing.scheme,
  );
  return [ground, ...lines];
}

function dataOf({ title, x, values }: SparklineDrawing) {
  return { x, labels: undefined, series: [{ name: title, values }] };
}
