import { expectClosing, isAtStageEnd, takeInteger } from '../parser/arguments.ts';
import { readCondition } from '../parser/expression.ts';
import { BOOLEAN, integer } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOption,
  type OptionTable,
} from '../parser/options.ts';
import {
  expecting,
  failUnexpected,
  peek,
  report,
  spanFrom,
  take,
  textOf,
  type Parser,
} from '../parser/state.ts';
import { joinParts } from '../print/arguments.ts';
import { printExpression } from '../print/expression.ts';
import type { Expression } from '../tree/expression.ts';
import type { HeadStage } from '../tree/event-stages.ts';
import type { Command } from './definition.ts';

const COUNT_DEFAULT = 10;
const COUNT_MAX = 999_999_999;

interface HeadOptions {
  readonly limit: number | undefined;
  readonly null: boolean;
  readonly keeplast: boolean;
}

const OPTIONS: OptionTable<HeadOptions> = {
  limit: {
    kind: integer(0, COUNT_MAX),
    default: undefined,
    summary: 'Number of rows to return.',
  },
  null: { kind: BOOLEAN, default: false, summary: 'Treats a NULL condition as true.' },
  keeplast: {
    kind: BOOLEAN,
    default: false,
    summary: 'Also returns the first row for which the condition isn’t true.',
  },
};

function readGroupedCondition(parser: Parser): Expression {
  expecting(parser, { kind: 'symbol', symbol: '(' });
  const open = peek(parser, 'argument');
  if (textOf(parser, open) !== '(') failUnexpected(parser, open);
  take(parser, open, 'bracket');
  const condition = readCondition(parser);
  expectClosing(parser, open.start);
  return condition;
}

export const headCommand: Command<HeadStage> = {
  name: 'head',
  category: 'Sorting and limiting',
  summary:
    'Returns the first N rows (for events, the newest), or rows until a condition is no longer true.',
  syntax: 'head [<integer> | (<expression>)] [null=<boolean>] [keeplast=<boolean>]',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    let count: number | undefined;
    let condition: Expression | undefined;
    for (;;) {
      if (takeOption(parser, options)) continue;
      if (isAtStageEnd(parser)) break;
      const number = takeInteger(parser);
      if (number === undefined) condition = readGroupedCondition(parser);
      else count = number;
    }
    const { limit, ...rest } = finishOptions(options);
    const place = spanFrom(parser, start);
    const wanted = count ?? limit;
    if (wanted !== undefined && condition !== undefined) {
      report(parser, 'unexpected-token', place, '`head` takes a number or a condition, not both.');
    }
    const isPlain = condition === undefined;
    return {
      kind: 'head',
      count: isPlain ? (wanted ?? COUNT_DEFAULT) : undefined,
      condition,
      options: rest,
      ...place,
    };
  },
  print: (stage, style) =>
    joinParts(
      stage.condition === undefined
        ? String(stage.count ?? COUNT_DEFAULT)
        : `(${printExpression(stage.condition, style.isExplicit)})`,
      printOptions(OPTIONS, { limit: undefined, ...stage.options }),
    ),
  shape: (_stage, before) => before,
};
