import type { Field, TreeNode } from './node.ts';

export interface NumberLiteral extends TreeNode {
  readonly kind: 'number';
  readonly value: number;
}

export interface TextLiteral extends TreeNode {
  readonly kind: 'text';
  readonly value: string;
}

/** `function` is the canonical name, a key of `EVAL_FUNCTIONS`. */
export interface Call extends TreeNode {
  readonly kind: 'call';
  readonly function: string;
  readonly arguments: readonly Expression[];
}

export interface Negation extends TreeNode {
  readonly kind: 'negate';
  readonly operand: Expression;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

export interface Arithmetic extends TreeNode {
  readonly kind: 'arithmetic';
  readonly operator: ArithmeticOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Concatenation extends TreeNode {
  readonly kind: 'concatenate';
  readonly operands: readonly Expression[];
}

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export interface Comparison extends TreeNode {
  readonly kind: 'compare';
  readonly operator: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** `status IN (200, 404)`: exact, without wildcards. */
export interface OneOf extends TreeNode {
  readonly kind: 'oneOf';
  readonly operand: Expression;
  readonly values: readonly Expression[];
}

export interface NotExpression extends TreeNode {
  readonly kind: 'not';
  readonly operand: Expression;
}

export interface Logical extends TreeNode {
  readonly kind: 'and' | 'or' | 'xor';
  readonly operands: readonly Expression[];
}

/** What `eval`, `where` and their kin compute for a row. A field that is missing is NULL. */
export type Expression =
  | NumberLiteral
  | TextLiteral
  | Field
  | Call
  | Negation
  | Arithmetic
  | Concatenation
  | Comparison
  | OneOf
  | NotExpression
  | Logical;
