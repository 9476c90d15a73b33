import type { TreeNode } from './node.ts';

export type TimeUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'mon' | 'q' | 'y';

/** Shifts the time, or snaps it back to the start of a unit. Steps apply from left to right. */
export type TimeStep =
  | { readonly kind: 'offset'; readonly amount: number; readonly unit: TimeUnit }
  /** `weekday` is 0 (Sunday) to 6 and is used only with weeks. */
  | { readonly kind: 'snap'; readonly unit: TimeUnit; readonly weekday: number | undefined };

export interface RelativeTime {
  readonly kind: 'relative';
  readonly steps: readonly TimeStep[];
}

export interface EpochTime {
  readonly kind: 'epoch';
  readonly ms: number;
}

/** A wall clock reading; without an offset it is read in the reader's time zone. */
export interface AbsoluteTime {
  readonly kind: 'absolute';
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  readonly offsetMinutes: number | undefined;
}

/** `now` is a relative time without steps. */
export type TimeSpec = RelativeTime | EpochTime | AbsoluteTime;

/** A bound of the search range as the query writes it. */
export interface TimeTerm extends TreeNode {
  readonly kind: 'time';
  readonly time: TimeSpec;
}

/** The bounds of a search, as far as it names them: when events happened, and when they were stored. */
export interface TimeBounds {
  readonly earliest: TimeTerm | undefined;
  readonly latest: TimeTerm | undefined;
  readonly indexEarliest: TimeTerm | undefined;
  readonly indexLatest: TimeTerm | undefined;
}

/** The keywords of the bounds in the text. */
export const BOUND_WORDS = {
  earliest: 'earliest',
  latest: 'latest',
  _index_earliest: 'indexEarliest',
  _index_latest: 'indexLatest',
} as const satisfies Record<string, keyof TimeBounds>;

export const NO_BOUNDS: TimeBounds = {
  earliest: undefined,
  latest: undefined,
  indexEarliest: undefined,
  indexLatest: undefined,
};

export interface TimeSpan {
  readonly kind: 'time';
  readonly amount: number;
  readonly unit: TimeUnit | 'ms';
  /** Sunday is 0; buckets of whole weeks begin on this day. */
  readonly weekday: number | undefined;
}

/** The size of a bucket: of time, of a number, or growing by a factor. */
export type Span =
  | TimeSpan
  | { readonly kind: 'number'; readonly size: number }
  | { readonly kind: 'log'; readonly coefficient: number; readonly base: number };
