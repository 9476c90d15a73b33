/** What the threads of this folder say to each other. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { UnnumberedBlock } from '../../../engines/store/block-encoder.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { CarriedPipelines } from '../../pipelines/index.ts';
import type { EventPlaces } from '../event-places.ts';
import type { BodyForm, ReadEvents } from '../read-events.ts';

export interface Job {
  readonly form: BodyForm;
  readonly body: Uint8Array;
  readonly organization: OrganizationId;
  readonly index: string;
  readonly source: string;
  readonly now: number;
  /** The organization's indexes, each with the days it keeps events. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Left out where the organization has none. */
  readonly pipelines?: CarriedPipelines;
  readonly limits: Pick<Limits, 'events' | 'http' | 'reading'>;
}

export interface Answer extends Pick<ReadEvents, 'bytes' | 'refusals' | 'items'> {
  /** Undefined when no event was taken. */
  readonly batch: ReadBatch | undefined;
  /** The body, given back as it came: its pipelines take too long for a thread that others wait for. */
  readonly unread?: Uint8Array;
}

/** The events of a request as they go into the queue, once they have row ids and the time they were accepted. */
export interface ReadBatch {
  /** Events of the request. */
  readonly accepted: number;
  readonly places: EventPlaces;
  /** Without rows when pipelines have dropped all events. */
  readonly block: UnnumberedBlock;
  /** Holds the block. */
  readonly payload: Uint8Array;
  /** Oldest and newest time of the events, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}
