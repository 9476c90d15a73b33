/**
 * The tree of a query. Every node is a plain object with a `kind` and its position in the text; a stage is one command,
 * and its `kind` is the command's name. Defaults are filled in, aliases are resolved.
 */
import type { Aggregation, GroupKey } from './tree/aggregation.ts';
import type { Duration, EventStage } from './tree/event-stages.ts';
import type { ComparisonOperator, Expression } from './tree/expression.ts';
import type { Field, TreeNode, Pattern } from './tree/node.ts';
import type { StatisticsStage } from './tree/statistics-stages.ts';
import type { TimeBounds } from './tree/time.ts';

/** Stages in order. The first one makes rows: a search, or a generating command. */
export interface Query extends TreeNode {
  readonly kind: 'query';
  readonly stages: readonly Stage[];
}

/** `*`, or an empty search. */
export interface Everything extends TreeNode {
  readonly kind: 'everything';
}

/**
 * Text looked for in the raw event, any case. `case` demands the same case, `term` demands that the text
 * is one unbroken term.
 */
export interface Term extends TreeNode {
  readonly kind: 'term';
  readonly match: 'word' | 'case' | 'term';
  readonly pattern: Pattern;
}

/** A literal on the right-hand side, any case unless `match` is `case`. */
export interface SearchValue extends TreeNode {
  readonly kind: 'value';
  readonly match: 'word' | 'case' | 'term';
  readonly pattern: Pattern;
}

/** `!=` matches only if the field exists. `=` with the pattern `*` tests for existence. */
export interface FieldComparison extends TreeNode {
  readonly kind: 'comparison';
  readonly field: Field;
  readonly operator: ComparisonOperator;
  readonly value: SearchValue;
}

export interface FieldIn extends TreeNode {
  readonly kind: 'in';
  readonly field: Field;
  readonly values: readonly SearchValue[];
}

/** Also matches if the operand's field is missing. */
export interface SearchNot extends TreeNode {
  readonly kind: 'not';
  readonly operand: SearchExpression;
}

export interface SearchLogical extends TreeNode {
  readonly kind: 'and' | 'or';
  readonly operands: readonly SearchExpression[];
}

/** The rows of the subsearch become the filter. */
export interface SubsearchFilter extends TreeNode {
  readonly kind: 'subsearch';
  readonly query: Query;
}

export type SearchExpression =
  | Everything
  | Term
  | FieldComparison
  | FieldIn
  | SearchNot
  | SearchLogical
  | SubsearchFilter;

/** Only the first search has bounds: `earliest` is inclusive, `latest` exclusive. */
export interface SearchStage extends TreeNode, TimeBounds {
  readonly kind: 'search';
  readonly expression: SearchExpression;
}

export interface TstatsStage extends TreeNode, TimeBounds {
  readonly kind: 'tstats';
  readonly aggregations: readonly Aggregation[];
  /** The data model whose events it counts; all events if omitted. */
  readonly from?: ModelReference | undefined;
  readonly where: SearchExpression;
  readonly by: readonly GroupKey[];
  /** Replacement for a missing BY field; without it such events are omitted. */
  readonly fillnullValue?: string | undefined;
}

/** `Endpoint.Processes`; without a dataset, the named fields determine which one is meant. */
export interface ModelReference extends TreeNode {
  readonly kind: 'model';
  readonly model: string;
  readonly dataset: string | undefined;
}

/** The events of a dataset with its fields. */
export interface DatamodelStage extends TreeNode {
  readonly kind: 'datamodel';
  readonly from: ModelReference;
  /** Fields have the name of the dataset in front of theirs. */
  readonly hasPrefix: boolean;
}

export interface InputlookupStage extends TreeNode {
  readonly kind: 'inputlookup';
  readonly table: string;
  readonly where: SearchExpression | undefined;
  readonly options: {
    readonly append: boolean;
    readonly start: number;
    readonly max: number | undefined;
  };
}

/** What opens or closes a transaction. */
export type BoundaryFilter =
  | { readonly kind: 'search'; readonly expression: SearchExpression }
  | { readonly kind: 'eval'; readonly expression: Expression };

export interface TransactionStage extends TreeNode {
  readonly kind: 'transaction';
  readonly fields: readonly Field[];
  readonly options: {
    readonly maxspan: Duration;
    readonly maxpause: Duration;
    readonly maxevents: number;
    readonly startswith: BoundaryFilter | undefined;
    readonly endswith: BoundaryFilter | undefined;
    readonly keepevicted: boolean;
    readonly mvlist: boolean;
  };
}

export interface JoinStage extends TreeNode {
  readonly kind: 'join';
  /** Empty means every field that both sides have. */
  readonly fields: readonly Field[];
  readonly query: Query;
  readonly options: {
    readonly type: 'inner' | 'left';
    /** 0 takes every match. */
    readonly max: number;
    readonly overwrite: boolean;
  };
}

export interface AppendStage extends TreeNode {
  readonly kind: 'append';
  readonly query: Query;
  readonly options: { readonly maxout: number };
}

/** Adds what its own commands make of the rows that reach it. */
export interface AppendpipeStage extends TreeNode {
  readonly kind: 'appendpipe';
  readonly query: Query;
}

export interface AppendcolsStage extends TreeNode {
  readonly kind: 'appendcols';
  readonly query: Query;
  readonly options: { readonly maxout: number; readonly override: boolean };
}

export type Stage =
  | SearchStage
  | TstatsStage
  | DatamodelStage
  | InputlookupStage
  | TransactionStage
  | JoinStage
  | AppendStage
  | AppendcolsStage
  | AppendpipeStage
  | EventStage
  | StatisticsStage;

export type StageKind = Stage['kind'];
export type StageOf<K extends StageKind> = Extract<Stage, { readonly kind: K }>;
