import { readArgument, readItems, requireSome } from '../../parser/arguments.ts';
import { spanFrom, type Parser } from '../../parser/state.ts';
import { encodeName } from '../../quoting.ts';
import type { RewrittenCommand } from '../definition.ts';
import { stagesOfText } from './build.ts';

/** Reads a number, or a field that contains one, as `eval` does. */
function readLevel(parser: Parser): string {
  const {
    pattern: [text],
  } = readArgument(parser, { kind: 'field' }, 'field');
  return /^\d+(?:\.\d+)?$/.test(text) ? text : encodeName(text);
}

export const gaugeCommand: RewrittenCommand = {
  name: 'gauge',
  category: 'Statistics',
  summary:
    'Returns a row for a gauge: the value as `x` and the range boundaries as `y1`, `y2` and so on.',
  syntax: 'gauge <field> [<number> | <field> …]',
  options: [],
  rewrite: (parser, start) => {
    const items = readItems(parser, { expectation: { kind: 'field' }, read: readLevel });
    requireSome(parser, items, 'a field');
    const names = items.map((_, i) => (i === 0 ? 'x' : `y${i}`));
    const assigned = items.map((item, i) => `${names[i] ?? ''}=${item}`).join(', ');
    const text = `head 1 | eval ${assigned} | table ${names.join(', ')}`;
    return stagesOfText(parser, spanFrom(parser, start), text);
  },
};
