import { isAtStageEnd, readField, readValueText, takeKeyword } from '../../parser/arguments.ts';
import {
  describeOptions,
  finishOptions,
  startOptions,
  takeOption,
  takeOptions,
  type OptionKind,
  type OptionTable,
} from '../../parser/options.ts';
import { fail, failUnexpected, peek, report, spanFrom } from '../../parser/state.ts';
import { encodeName } from '../../quoting.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';

const BACK_MAX = LIMITS.query.listValuesMax;

/** How many rows to look back: `2`, or `1-3`. */
const BACK: OptionKind<readonly [number, number]> = {
  label: '<integer>[-<integer>]',
  expectation: { kind: 'number' },
  read: (parser) => {
    const word = readValueText(parser, 'a number of rows');
    const [, low = '', high = low] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(word.value) ?? [];
    const range = [Number(low), Number(high)] as const;
    if (range[0] < 1 || range[1] < range[0] || range[1] > BACK_MAX) {
      const message = `Expected a number from 1 to ${BACK_MAX}, or a range such as 1-3.`;
      report(parser, 'invalid-value', word, message);
      return [1, 1];
    }
    return range;
  },
  print: ([low, high]) => (low === high ? String(low) : `${low}-${high}`),
};

const OPTIONS: OptionTable<{ readonly p: readonly [number, number] }> = {
  p: {
    kind: BACK,
    default: [1, 1],
    summary: 'Which previous row, or range of previous rows, such as `1-3`.',
  },
};

export const autoregressCommand: RewrittenCommand = {
  name: 'autoregress',
  category: 'Statistics',
  summary:
    'Copies the values of a field in previous rows, as `<field>_p1`, `<field>_p2` and so on.',
  syntax: 'autoregress <field> [AS <name>] [p=<integer>[-<integer>]]',
  options: describeOptions(OPTIONS),
  rewrite: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    const field = readField(parser).name;
    takeOptions(parser, options);
    const as = takeKeyword(parser, 'AS') ? readField(parser).name : undefined;
    while (!isAtStageEnd(parser)) {
      if (!takeOption(parser, options)) failUnexpected(parser, peek(parser, 'argument'));
    }
    const [low, high] = finishOptions(options).p;
    const place = spanFrom(parser, start);
    if (as !== undefined && low !== high) {
      fail(parser, 'invalid-value', place, 'With `AS`, `p` must be a single number.');
    }
    const made = Array.from({ length: high - low + 1 }, (_, i) => {
      const back = low + i;
      const name = encodeName(as ?? `${field}_p${back}`);
      // A value that is missing has its place, too.
      const text = `nullif(substr(mvindex(_previous, -${back}), 2), "")`;
      return `${name}=${text}, ${name}=coalesce(tonumber(${name}), ${name})`;
    });
    const text = [
      `eval _previous="=" . coalesce(tostring(${encodeName(field)}), "")`,
      `streamstats current=f window=${high} list(_previous) AS _previous`,
      `eval ${made.join(', ')}`,
      'fields - _previous',
    ].join(' | ');
    return stagesOfText(parser, place, text);
  },
};
