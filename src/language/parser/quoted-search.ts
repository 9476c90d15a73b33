import type { SearchExpression } from '../tree.ts';
import type { TreeNode } from '../tree/node.ts';
import { readFilter } from './search.ts';
import { createParser, fail, report, StageAbandoned, type Parser } from './state.ts';

/**
 * Parses a search given as quoted text. Problems and nodes are positioned at the literal: inside quotes an offset would
 * be wrong by the decoded escapes.
 */
export function readQuotedSearch(
  parser: Parser,
  literal: TreeNode & { readonly value: string },
): SearchExpression {
  const inner = createParser(literal.value, parser.shape, (deeper) =>
    fail(
      deeper,
      'subsearch-start',
      { start: 0, end: 0 },
      'Subsearches aren’t allowed in a quoted search.',
    ),
  );
  let expression: SearchExpression | undefined;
  try {
    expression = readFilter(inner, 'Time bounds aren’t allowed in a quoted search.');
  } catch (error) {
    if (!(error instanceof StageAbandoned)) throw error;
  }
  const [first] = inner.diagnostics;
  if (first !== undefined) report(parser, first.code, literal, first.message);
  const place = { start: literal.start, end: literal.end };
  return expression === undefined ? { kind: 'everything', ...place } : moveTo(expression, place);
}

function moveTo(expression: SearchExpression, place: TreeNode): SearchExpression {
  switch (expression.kind) {
    case 'everything':
    case 'term':
    case 'subsearch':
      return { ...expression, ...place };
    case 'comparison': {
      const { field, value } = expression;
      return {
        ...expression,
        field: { ...field, ...place },
        value: { ...value, ...place },
        ...place,
      };
    }
    case 'in': {
      const values = expression.values.map((value) => ({ ...value, ...place }));
      return { ...expression, field: { ...expression.field, ...place }, values, ...place };
    }
    case 'not':
      return { ...expression, operand: moveTo(expression.operand, place), ...place };
    case 'and':
    case 'or': {
      const operands = expression.operands.map((operand) => moveTo(operand, place));
      return { ...expression, operands, ...place };
    }
  }
}
