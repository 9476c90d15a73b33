import type { Expression } from './tree.ts';

/** The parts of an expression; a nested statement has its own rows, and is not a part. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call': {
      const { parameters, arguments: all, over } = expression;
      const ordered = over?.orderBy.map(({ key }) => key) ?? [];
      return [...parameters, ...all, ...(over?.partitionBy ?? []), ...ordered];
    }
    case 'lambda':
      return [expression.body];
    case 'list':
    case 'tuple':
      return expression.items;
    case 'subscript':
      return [expression.value, expression.index];
    case 'element':
      return [expression.value];
    case 'negate':
    case 'not':
      return [expression.operand];
    case 'and':
    case 'or':
      return expression.operands;
    case 'chain':
      return [expression.first, ...expression.rest.map(({ operand }) => operand)];
    case 'compare':
      return [expression.left, expression.right];
    case 'like':
      return [expression.value, expression.pattern];
    case 'in':
      return [expression.value, expression.within];
    case 'number':
    case 'text':
    case 'null':
    case 'boolean':
    case 'parameter':
    case 'name':
    case 'query':
      return [];
  }
}
