import { LIMITS } from '../../spec/limits.ts';
import { EVENT_SHAPE } from '../shape/shape.ts';
import type { Query } from '../tree.ts';
import { isWord } from './arguments.ts';
import {
  expecting,
  fail,
  failUnexpected,
  peek,
  report,
  take,
  textOf,
  type Parser,
} from './state.ts';

/** Reads `[ search … ]` or `[ | … ]`, brackets included. */
export function readSubsearch(parser: Parser): Query {
  expecting(parser, { kind: 'subsearch' });
  const open = peek(parser, 'argument');
  if (open.kind !== 'symbol' || textOf(parser, open) !== '[') failUnexpected(parser, open);
  refuseTooMany(parser, open);
  take(parser, open, 'bracket');
  checkStart(parser);

  const { command, isFirst, shape, stopWords, depth } = parser;
  Object.assign(parser, { shape: EVENT_SHAPE, stopWords: [], depth: 0 });
  parser.subsearchDepth += 1;
  const query = parser.readQuery(parser);
  parser.subsearchDepth -= 1;
  Object.assign(parser, { command, isFirst, shape, stopWords, depth });

  const close = peek(parser, 'argument');
  if (textOf(parser, close) !== ']') {
    fail(parser, 'unclosed-bracket', open, 'This [ is never closed.', {
      expected: ['`]`'],
      fix: { label: 'Close it', start: close.start, end: close.start, text: ']' },
    });
  }
  take(parser, close, 'bracket');
  return query;
}

function refuseTooMany(parser: Parser, open: { start: number; end: number }): void {
  const { subsearchesMax, subsearchNestingMax } = LIMITS.query;
  parser.subsearches += 1;
  if (parser.subsearches > subsearchesMax) {
    fail(parser, 'too-many-subsearches', open, `A query may have ${subsearchesMax} subsearches.`);
  }
  if (parser.subsearchDepth >= subsearchNestingMax) {
    fail(
      parser,
      'too-many-subsearches',
      open,
      `Subsearches may be nested ${subsearchNestingMax} levels deep.`,
    );
  }
}

function checkStart(parser: Parser): void {
  expecting(parser, { kind: 'keyword', word: 'search' });
  const token = peek(parser, 'argument');
  if (isWord(parser, token, ['search']) || textOf(parser, token) === '|') return;
  report(
    parser,
    'subsearch-start',
    token,
    'A subsearch starts with `search` or `|`. Put text that contains brackets in double quotes.',
    {
      expected: ['`search`', '`|`'],
      fix: { label: 'Insert search', start: token.start, end: token.start, text: 'search ' },
    },
  );
}
