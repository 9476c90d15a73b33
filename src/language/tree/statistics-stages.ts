/** Stages that compute over many rows and do not need a search expression. */
import type { Aggregation, GroupKey, SeriesFilter, SplitOptions } from './aggregation.ts';
import type { Field, FieldPattern, TreeNode } from './node.ts';
import type { Span, TimeSpan, TimeSpec } from './time.ts';

export interface StatsStage extends TreeNode {
  readonly kind: 'stats';
  readonly aggregations: readonly Aggregation[];
  readonly by: readonly GroupKey[];
}

export interface EventstatsStage extends TreeNode {
  readonly kind: 'eventstats';
  readonly aggregations: readonly Aggregation[];
  readonly by: readonly GroupKey[];
}

export interface StreamstatsStage extends TreeNode {
  readonly kind: 'streamstats';
  readonly aggregations: readonly Aggregation[];
  readonly by: readonly GroupKey[];
  readonly options: {
    readonly current: boolean;
    /** 0 looks back over all rows. */
    readonly window: number;
    readonly global: boolean;
    readonly time_window: TimeSpan | undefined;
    readonly reset_on_change: boolean;
  };
}

export interface TimechartOptions extends SplitOptions {
  readonly span: TimeSpan | undefined;
  readonly bins: number;
  readonly minspan: TimeSpan | undefined;
  readonly cont: boolean;
  readonly partial: boolean;
  readonly fixedrange: boolean;
  readonly aligntime: TimeSpec | 'earliest' | 'latest' | undefined;
  readonly sep: string;
}

export interface TimechartStage extends TreeNode {
  readonly kind: 'timechart';
  readonly aggregations: readonly Aggregation[];
  readonly split: GroupKey | undefined;
  readonly series: SeriesFilter | undefined;
  readonly options: TimechartOptions;
}

export interface ChartOptions extends SplitOptions {
  readonly span: Span | undefined;
  readonly bins: number;
  readonly cont: boolean;
  readonly sep: string;
}

export interface ChartStage extends TreeNode {
  readonly kind: 'chart';
  readonly aggregations: readonly Aggregation[];
  /** One row per value of this field. */
  readonly over: GroupKey | undefined;
  /** One column per value of this field. */
  readonly split: GroupKey | undefined;
  readonly series: SeriesFilter | undefined;
  readonly options: ChartOptions;
}

export interface TopOptions {
  /** 0 keeps all. */
  readonly limit: number;
  readonly countfield: string;
  readonly percentfield: string;
  readonly showcount: boolean;
  readonly showperc: boolean;
  readonly useother: boolean;
  readonly otherstr: string;
}

export interface TopStage extends TreeNode {
  readonly kind: 'top';
  readonly fields: readonly Field[];
  readonly by: readonly Field[];
  readonly options: TopOptions;
}

export interface RareStage extends TreeNode {
  readonly kind: 'rare';
  readonly fields: readonly Field[];
  readonly by: readonly Field[];
  readonly options: TopOptions;
}

export interface AddtotalsStage extends TreeNode {
  readonly kind: 'addtotals';
  /** Empty means every numeric field. */
  readonly fields: readonly FieldPattern[];
  readonly options: {
    readonly row: boolean;
    readonly col: boolean;
    readonly fieldname: string;
    readonly labelfield: string | undefined;
    readonly label: string;
  };
}

export interface AddcoltotalsStage extends TreeNode {
  readonly kind: 'addcoltotals';
  readonly fields: readonly FieldPattern[];
  readonly options: { readonly labelfield: string | undefined; readonly label: string };
}

export interface PatternsStage extends TreeNode {
  readonly kind: 'patterns';
  readonly options: {
    readonly field: string;
    readonly limit: number;
    /** Higher merges less; 0 to 1. */
    readonly similarity: number;
  };
}

export interface ClusterStage extends TreeNode {
  readonly kind: 'cluster';
  readonly options: {
    readonly field: string;
    readonly t: number;
    readonly match: 'termlist' | 'termset' | 'ngramset';
    readonly showcount: boolean;
    readonly labelonly: boolean;
    readonly countfield: string;
    readonly labelfield: string;
  };
}

export interface TransposeStage extends TreeNode {
  readonly kind: 'transpose';
  /** How many rows; 0 for all of them. */
  readonly count: number;
  readonly options: {
    readonly column_name: string;
    readonly header_field: string | undefined;
    readonly include_empty: boolean;
  };
}

export interface UntableStage extends TreeNode {
  readonly kind: 'untable';
  readonly row: Field;
  readonly name: Field;
  readonly value: Field;
}

export interface XyseriesStage extends TreeNode {
  readonly kind: 'xyseries';
  readonly row: Field;
  readonly name: Field;
  readonly values: readonly Field[];
  readonly options: { readonly sep: string };
}

export type StatisticsStage =
  | AddcoltotalsStage
  | AddtotalsStage
  | ChartStage
  | ClusterStage
  | EventstatsStage
  | PatternsStage
  | RareStage
  | StatsStage
  | StreamstatsStage
  | TimechartStage
  | TopStage
  | TransposeStage
  | UntableStage
  | XyseriesStage;
