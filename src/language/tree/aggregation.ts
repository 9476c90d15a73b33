import type { Expression } from './expression.ts';
import type { Field, FieldPattern, TreeNode, Pattern } from './node.ts';
import type { Span, TimeSpan } from './time.ts';

/** `eval(…)` in place of a field. */
export interface EvaluatedArgument extends TreeNode {
  readonly kind: 'eval';
  readonly expression: Expression;
}

/** An aggregation for each bucket of time. */
export interface Trend extends TreeNode {
  readonly kind: 'trend';
  readonly of: Aggregation;
  /** Undefined fits the time range. */
  readonly span: TimeSpan | undefined;
  /** `sparkline` without an argument: it counts. */
  readonly isBare: boolean;
}

/** One column of `stats` and its kin. */
export interface Aggregation extends TreeNode {
  readonly kind: 'aggregation';
  /** The canonical name, a key of `STATS_FUNCTIONS`; `perc` and its kin without their number. */
  readonly function: string;
  /** The name as it was written, in lower case: it is part of the column's default name. */
  readonly spelling: string;
  /** The number of `perc95`. */
  readonly percentile: number | undefined;
  readonly argument: FieldPattern | EvaluatedArgument | undefined;
  /** Of `sparkline`: what its points are. */
  readonly trend?: Trend;
  /** Has as many wildcards as the argument. */
  readonly as: Pattern | undefined;
}

/** A field of a BY clause, put into buckets when it has a span. */
export interface GroupKey extends TreeNode {
  readonly kind: 'key';
  readonly field: Field;
  readonly span: Span | undefined;
}

/** Which series of a split chart are kept, regardless of `limit`. */
export type SeriesFilter =
  | {
      readonly kind: 'rank';
      readonly aggregate: string;
      readonly keep: boolean;
      readonly end: 'top' | 'bottom';
      readonly count: number;
    }
  | {
      readonly kind: 'threshold';
      readonly aggregate: string;
      readonly operator: '<' | '>';
      readonly value: number;
    };

export interface SeriesLimit {
  /** 0 keeps all. */
  readonly count: number;
  readonly end: 'top' | 'bottom';
}

/** How the values of a split field become columns. */
export interface SplitOptions {
  readonly limit: SeriesLimit;
  readonly useother: boolean;
  readonly usenull: boolean;
  readonly otherstr: string;
  readonly nullstr: string;
}
