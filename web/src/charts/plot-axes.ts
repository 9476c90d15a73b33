/** Axes of uPlot with the ticks and labels that all charts of this product have. */
import type uPlot from 'uplot';
import { GRID_COLOR, type Scheme, TEXT_COLORS } from '../../../src/charts/colors.ts';
import { timeLabels } from '../../../src/charts/time-labels.ts';
import { timeTicks } from '../../../src/charts/time-ticks.ts';
import { valueLabels, type ValueFormat } from '../../../src/charts/value-text.ts';
import { type TickWishes, valueTicks } from '../../../src/charts/value-ticks.ts';

const FONT_PIXELS = 11;
const CHART_FONT = chartFont(1);
const TIME_PIXELS = 80;

/** The font in the format of uPlot, for a screen with this device pixel ratio. */
export function chartFont(ratio: number): string {
  return `${Math.round(FONT_PIXELS * ratio)}px system-ui, sans-serif`;
}

export function axisLook(scheme: Scheme) {
  return {
    stroke: TEXT_COLORS.dimmed[scheme],
    font: CHART_FONT,
    grid: { stroke: GRID_COLOR[scheme], width: 1 },
    ticks: { show: false },
  };
}

/** Round on the clock of the zone. uPlot counts in seconds. */
export function timeAxis(scheme: Scheme, timeZone: string): uPlot.Axis {
  return {
    ...axisLook(scheme),
    space: TIME_PIXELS,
    splits: (plot, _axis, min, max) => {
      const count = widthOf(plot) / TIME_PIXELS;
      return timeTicks({ from: min * 1_000, to: max * 1_000 }, timeZone, count).map(
        (ms) => ms / 1_000,
      );
    },
    values: (_, splits) =>
      timeLabels(
        splits.map((seconds) => seconds * 1_000),
        timeZone,
      ),
  };
}

interface ValueAxisInput extends ValueFormat, Pick<TickWishes, 'isWhole'> {
  readonly scheme: Scheme;
  /** The room between two labels, in pixels. */
  readonly space: number;
  readonly isLog?: boolean;
}

export function valueAxis(input: ValueAxisInput): uPlot.Axis {
  const { scheme, space, isWhole, isLog = false, ...format } = input;
  return {
    ...axisLook(scheme),
    space,
    splits: (plot, _axis, min, max) => {
      const { ticks } = valueTicks([min, max], {
        count: heightOf(plot) / space,
        isBinary: format.unit === 'bytes',
        isWhole: isWhole ?? false,
        kind: isLog ? 'log' : 'linear',
      });
      return ticks.filter((tick) => tick >= min && tick <= max);
    },
    values: (_, splits) => valueLabels(splits, format),
    // Keeps all ticks: uPlot would omit some of a logarithmic axis.
    filter: (_, splits) => splits,
  };
}

/** Drawn sizes are in pixels of the screen, of which some have several to one of the page. */
function widthOf({ bbox }: uPlot): number {
  return bbox.width / window.devicePixelRatio;
}

function heightOf({ bbox }: uPlot): number {
  return bbox.height / window.devicePixelRatio;
}
