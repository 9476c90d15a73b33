import { FIELD, NEW_FIELD } from '../../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../../parser/options.ts';
import { fail, spanFrom } from '../../parser/state.ts';
import { printName } from '../../print/arguments.ts';
import { encodeName } from '../../quoting.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';

interface Options {
  readonly duration: string | undefined;
  readonly start: string;
  readonly output: string;
}

const OPTIONS: OptionTable<Options> = {
  duration: { kind: FIELD, default: undefined, summary: 'Field with the duration, in seconds.' },
  start: { kind: FIELD, default: '_time', summary: 'Field with the start, in epoch seconds.' },
  output: { kind: NEW_FIELD, default: 'concurrency', summary: 'Name of the new field.' },
};

export const concurrencyCommand: RewrittenCommand = {
  name: 'concurrency',
  category: 'Statistics',
  summary: 'Counts the rows that are in progress when a row starts, including the row itself.',
  syntax: 'concurrency duration=<field> [start=<field>] [output=<field>]',
  options: describeOptions(OPTIONS),
  rewrite: (parser, begin) => {
    const reader = startOptions(OPTIONS);
    takeOptions(parser, reader);
    const { duration, start, output } = finishOptions(reader);
    const place = spanFrom(parser, begin);
    if (duration === undefined) {
      fail(parser, 'missing-argument', place, '`concurrency` requires `duration`.');
    }
    const made = encodeName(output);
    // Every row has a start, which counts up, and an end, which counts down. Ends come first, so that a row that ends
    // when another one starts is over.
    const text = [
      `streamstats count AS _row`,
      `eval _long=tonumber(${encodeName(duration)}), _from=tonumber(${encodeName(start)}), _step=if(_long > 0, split("1,-1", ","), "0")`,
      'mvexpand _step',
      'eval _at=_from + if(_step="-1", _long, 0)',
      'sort 0 _at, _step, _row',
      `streamstats sum(_step) AS ${printName(output)}`,
      'where _step!="-1"',
      `eval ${made}=if(isnull(_long) OR isnull(_from), null(), ${made} + if(_step="0", 1, 0))`,
      'sort 0 _row',
      'fields - _row, _long, _from, _step, _at',
    ].join(' | ');
    return stagesOfText(parser, place, text);
  },
};
