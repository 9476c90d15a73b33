/** The part of ClickHouse's SQL that our program writes, as a tree. */

export type Statement =
  | { readonly kind: 'select'; readonly query: Query }
  /** How much a query would read. */
  | { readonly kind: 'estimate'; readonly query: Query }
  | { readonly kind: 'delete'; readonly condition: Expression };

/** One or more selects whose rows are concatenated. */
export interface Query {
  readonly selects: readonly Select[];
}

export interface Select {
  readonly isDistinct: boolean;
  readonly items: readonly SelectItem[];
  readonly from: FromItem | undefined;
  /** PREWHERE and WHERE. */
  readonly conditions: readonly Expression[];
  readonly groupBy: readonly Expression[];
  readonly having: Expression | undefined;
  readonly orderBy: readonly OrderItem[];
  readonly limitBy:
    | { readonly count: Expression; readonly keys: readonly Expression[] }
    | undefined;
  readonly limit: Expression | undefined;
}

export type SelectItem =
  | { readonly kind: 'star' }
  | {
      readonly kind: 'expression';
      readonly expression: Expression;
      readonly alias: string | undefined;
    };

export type FromItem =
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'numbers'; readonly count: Expression }
  | { readonly kind: 'query'; readonly query: Query }
  | {
      readonly kind: 'join';
      readonly isInner: boolean;
      readonly left: FromItem;
      readonly right: FromItem;
      readonly on: Expression;
    }
  /** Lists of equal length become rows, each element under the name of its list. */
  | { readonly kind: 'arrayJoin'; readonly from: FromItem; readonly lists: readonly NamedList[] };

export interface NamedList {
  readonly list: Expression;
  readonly name: string;
}

export interface OrderItem {
  readonly key: Expression;
  readonly isDescending: boolean;
  readonly nulls: 'first' | 'last' | undefined;
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export interface Call {
  readonly kind: 'call';
  readonly name: string;
  /** Contents of the first pair of parentheses of `quantile(0.5)(x)`. */
  readonly parameters: readonly Expression[];
  readonly arguments: readonly Expression[];
  readonly over: Window | undefined;
}

export interface Lambda {
  readonly kind: 'lambda';
  readonly names: readonly string[];
  readonly body: Expression;
}

export interface ParameterUse {
  readonly kind: 'parameter';
  readonly name: string;
  readonly type: string;
}

export interface Comparison {
  readonly kind: 'compare';
  readonly operator: ComparisonOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface IsIn {
  readonly kind: 'in';
  readonly isNegated: boolean;
  readonly value: Expression;
  readonly within: Expression;
}

export interface IsLike {
  readonly kind: 'like';
  readonly isNegated: boolean;
  readonly ignoresCase: boolean;
  readonly value: Expression;
  readonly pattern: Expression;
}

/** Operators of equal precedence, from left to right, so that long sums do not become deep trees. */
export interface Chain {
  readonly kind: 'chain';
  readonly first: Expression;
  readonly rest: readonly {
    readonly operator: ArithmeticOperator;
    readonly operand: Expression;
  }[];
}

export type Expression =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | ParameterUse
  | { readonly kind: 'name'; readonly name: string }
  | Call
  | Lambda
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'subscript'; readonly value: Expression; readonly index: Expression }
  | { readonly kind: 'element'; readonly value: Expression; readonly position: number }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | { readonly kind: 'not'; readonly operand: Expression }
  | { readonly kind: 'and'; readonly operands: readonly Expression[] }
  | { readonly kind: 'or'; readonly operands: readonly Expression[] }
  | Chain
  | Comparison
  | IsLike
  | IsIn
  | { readonly kind: 'query'; readonly query: Query };

export interface Window {
  readonly partitionBy: readonly Expression[];
  readonly orderBy: readonly OrderItem[];
  readonly frame: Frame | undefined;
}

export interface Frame {
  readonly mode: 'ROWS' | 'RANGE';
  readonly first: FrameBound;
  readonly last: FrameBound;
}

/** The text is `UNBOUNDED`, or a whole number. */
export type FrameBound =
  | { readonly kind: 'current' }
  | { readonly kind: 'preceding'; readonly size: string }
  | { readonly kind: 'following'; readonly size: string };
