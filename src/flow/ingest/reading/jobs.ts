/** Messages between the thread that handles requests and the reading threads. */
import type { OrganizationId } from '../../../base/ids.ts';
import type { UnnumberedBlock } from '../../../engines/store/block-encoder.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { PortablePipelines } from '../../pipelines/index.ts';
import type { ReadFacts } from './make-batch.ts';
import type { BodyForm, ReadEvents } from './read-events.ts';

export interface Job {
  readonly form: BodyForm;
  readonly body: Uint8Array;
  readonly organization: OrganizationId;
  readonly index: string;
  readonly source: string;
  readonly now: number;
  /** The organization's indexes, each with the days it keeps events. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Omitted if the organization has none. */
  readonly pipelines?: PortablePipelines;
  readonly limits: Pick<Limits, 'events' | 'http' | 'reading'>;
}

export interface Answer extends Pick<ReadEvents, 'refusals' | 'items'> {
  /** Undefined when no event was taken. */
  readonly batch: UnnumberedBatch | undefined;
  /** The body, given back as it came: its pipelines take too long for a thread that others wait for. */
  readonly unread?: Uint8Array;
}

/** The events of a request as they go into the queue, once they have row ids. */
export interface UnnumberedBatch extends ReadFacts {
  /** With room for the footer of a payload; undefined when pipelines have dropped all events. */
  readonly block: UnnumberedBlock | undefined;
}
