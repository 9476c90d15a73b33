import { LIMITS } from '../../spec/limits.ts';
import { EVENT_SHAPE } from '../shape/shape.ts';
import type { Query } from '../tree.ts';
import { expecting, fail, failUnexpected, peek, take, textOf, type Parser } from './state.ts';

/** Reads `[ search … ]`, `[ | … ]` or `[ <command> … ]`, brackets included. */
export function readSubsearch(parser: Parser): Query {
  return readBracketed(parser, false);
}

/** Reads `[ <command> | <command> … ]`: commands for the rows that reach the one being read. */
export function readContinuation(parser: Parser): Query {
  return readBracketed(parser, true);
}

function readBracketed(parser: Parser, isContinuing: boolean): Query {
  expecting(parser, { kind: 'subsearch' });
  const open = peek(parser, 'argument');
  if (open.kind !== 'symbol' || textOf(parser, open) !== '[') failUnexpected(parser, open);
  refuseTooMany(parser, open);
  take(parser, open, 'bracket');

  const { command, isFirst, shape, stopWords, depth, after, computed } = parser;
  const inner = isContinuing ? shape : EVENT_SHAPE;
  Object.assign(parser, {
    shape: inner,
    stopWords: [],
    depth: 0,
    after: [],
    computed: [],
    isContinuing,
  });
  parser.subsearchDepth += 1;
  const query = parser.readQuery(parser);
  parser.subsearchDepth -= 1;
  Object.assign(parser, { command, isFirst, shape, stopWords, depth, after, computed });

  const close = peek(parser, 'argument');
  if (textOf(parser, close) !== ']') {
    fail(parser, 'unclosed-bracket', open, 'This [ has no matching ].', {
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
    fail(
      parser,
      'too-many-subsearches',
      open,
      `A query can have at most ${subsearchesMax} subsearches.`,
    );
  }
  if (parser.subsearchDepth >= subsearchNestingMax) {
    fail(
      parser,
      'too-many-subsearches',
      open,
      `Subsearches can be nested at most ${subsearchNestingMax} levels deep.`,
    );
  }
}
