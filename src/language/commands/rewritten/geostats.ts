import { isAtKeyword, readField, takeKeyword } from '../../parser/arguments.ts';
import { readAggregations } from '../../parser/aggregation.ts';
import { decimal, FIELD } from '../../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  startOptions,
  takeOption,
  takeOptions,
  type OptionTable,
} from '../../parser/options.ts';
import { spanFrom } from '../../parser/state.ts';
import { printAggregations } from '../../print/aggregation.ts';
import { printName } from '../../print/arguments.ts';
import { encodeName } from '../../quoting.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';

interface Options {
  readonly latfield: string;
  readonly longfield: string;
  readonly binspanlat: number;
  readonly binspanlong: number;
}

const OPTIONS: OptionTable<Options> = {
  latfield: { kind: FIELD, default: 'lat', summary: 'Field with the latitude.' },
  longfield: { kind: FIELD, default: 'lon', summary: 'Field with the longitude.' },
  binspanlat: {
    kind: decimal(0.01, 180),
    default: 22.5,
    summary: 'Height of a cell, in degrees of latitude.',
  },
  binspanlong: {
    kind: decimal(0.01, 360),
    default: 45,
    summary: 'Width of a cell, in degrees of longitude.',
  },
};

/** How a map is drawn, which has no meaning in a table. */
const IGNORED = [
  'globallimit',
  'locallimit',
  'maxzoomlevel',
  'translatetoxy',
  'outputlatfield',
  'outputlongfield',
];

export const geostatsCommand: RewrittenCommand = {
  name: 'geostats',
  category: 'Statistics',
  summary:
    'Aggregates rows by cells of a map. Returns a row per cell, with its center as `latitude` and `longitude`.',
  syntax:
    'geostats [latfield=<field>] [longfield=<field>] [binspanlat=<number>] [binspanlong=<number>] <aggregation>, … [BY <field>]',
  options: describeOptions(OPTIONS),
  rewrite: (parser, start) => {
    const reader = startOptions(OPTIONS, IGNORED);
    takeOptions(parser, reader);
    const isOption = (): boolean => takeOption(parser, reader);
    const aggregations = readAggregations(parser, isOption, 'BY');
    const by = isAtKeyword(parser, 'BY') && takeKeyword(parser, 'BY') ? readField(parser).name : '';
    takeOptions(parser, reader);
    const { latfield, longfield, binspanlat, binspanlong } = finishOptions(reader);
    const [lat, lon] = [`tonumber(${encodeName(latfield)})`, `tonumber(${encodeName(longfield)})`];
    const keys = ['latitude', 'longitude', ...(by === '' ? [] : [printName(by)])].join(', ');
    const text = [
      `where ${lat} >= -90 AND ${lat} <= 90 AND ${lon} >= -180 AND ${lon} <= 180`,
      `eval _cell=${centerOf(lon, 180, binspanlong)}, latitude=${centerOf(lat, 90, binspanlat)}, longitude=_cell`,
      `stats ${printAggregations(aggregations, false)} BY ${keys}`,
    ].join(' | ');
    return stagesOfText(parser, spanFrom(parser, start), text);
  },
};

/** The last cell ends at the edge of the map and includes points on the edge. */
function centerOf(degrees: string, edge: number, size: number): string {
  const last = Math.ceil((2 * edge) / size) - 1;
  return `min(floor((${degrees} + ${edge}) / ${size}), ${last}) * ${size} + ${size / 2 - edge}`;
}
