import { readFilter, readSearch } from '../parser/search.ts';
import { report, spanFrom, type Parser } from '../parser/state.ts';
import { joinParts } from '../print/arguments.ts';
import { printBounds, printSearch } from '../print/search.ts';
import type { SearchStage } from '../tree.ts';
import { BOUND_WORDS, NO_BOUNDS } from '../tree/time.ts';
import type { Command } from './definition.ts';

const LATER =
  'Time bounds are only allowed in the first search. Later, compare `_time` or `_indextime` with `where`.';

/** `start` is the position of the word `search` or, without it, of the expression. */
export function readFirstSearch(parser: Parser, start: number): SearchStage {
  const parts = readSearch(parser);
  checkOrder(parser, parts);
  return { kind: 'search', ...parts, ...spanFrom(parser, start) };
}

/** Two fixed times can be compared without a clock. */
function checkOrder(parser: Parser, bounds: ReturnType<typeof readSearch>): void {
  for (const [from, to] of [
    ['earliest', 'latest'],
    ['_index_earliest', '_index_latest'],
  ] as const) {
    const first = bounds[BOUND_WORDS[from]]?.time;
    const last = bounds[BOUND_WORDS[to]];
    if (first?.kind !== 'epoch' || last?.time.kind !== 'epoch') continue;
    if (first.ms < last.time.ms) continue;
    const message = `\`${to}\` is before \`${from}\`, so the search returns no results.`;
    report(parser, 'empty-range', last, message);
  }
}

export const searchCommand: Command<SearchStage> = {
  name: 'search',
  category: 'Searching and filtering',
  summary:
    'Finds events by keyword, phrase and field value. After other commands, filters the results.',
  syntax: '[search] <word> "<phrase>" <field>=<value> <field> IN (<value>, …) NOT … OR … AND …',
  options: [],
  read: (parser, start) => {
    const expression = readFilter(parser, LATER);
    return { kind: 'search', expression, ...NO_BOUNDS, ...spanFrom(parser, start) };
  },
  print: (stage, style) => {
    const bounds = printBounds(stage);
    const isBare = stage.expression.kind === 'everything' && bounds !== '' && !style.isExplicit;
    return joinParts(isBare ? undefined : printSearch(stage.expression, style), bounds);
  },
  shape: (_stage, before) => before,
};
