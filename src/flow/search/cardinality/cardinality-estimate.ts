import type { Actor } from '../../../base/actor.ts';

export interface CardinalityEstimate {
  readonly at: number;
  /** Number of newest events that were examined. */
  readonly events: number;
  /** There are no others in the range. */
  readonly isAll: boolean;
  /** Fields with more distinct values than recommended, most values first. */
  readonly fields: readonly CrowdedField[];
}

export interface CrowdedField {
  readonly name: string;
  readonly distinct: number;
  readonly recommendedMax: number;
  readonly advice: string;
}

/** The estimates of this node, one for each organization for which one was requested. */
export interface CardinalityMemory {
  /** An estimate that is fresh; made now unless there is one, or one is under way. */
  read(actor: Actor): Promise<CardinalityEstimate>;
  /** The cached estimate, immediately. */
  peek(actor: Actor): CardinalityEstimate | undefined;
  /** Makes a new one in the background when the last is not fresh. */
  renew(actor: Actor): void;
}
