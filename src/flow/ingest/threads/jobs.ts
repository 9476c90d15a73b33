/** What the threads of this folder say to each other. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { UnnumberedBlock } from '../../../engines/store/block-encoder.ts';
import type { BodyForm, ReadEvents, ReadingLimits } from '../read-events.ts';

export interface Job {
  readonly form: BodyForm;
  readonly body: Uint8Array;
  readonly organization: OrganizationId;
  readonly index: string;
  readonly source: string;
  readonly now: number;
  /** The organization's indexes, each with the days it keeps events. */
  readonly indexes: ReadonlyMap<string, number>;
  readonly limits: ReadingLimits;
}

export interface Answer extends Pick<ReadEvents, 'bytes' | 'refusals' | 'items'> {
  /** Undefined when no event was taken. */
  readonly batch: ReadBatch | undefined;
}

/** The events of a request as they go into the queue, once they have row ids and the time they were accepted. */
export interface ReadBatch {
  readonly block: UnnumberedBlock;
  /** Holds the block. */
  readonly payload: Uint8Array;
  /** Oldest and newest time of the events, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}
