import type { OrganizationId } from '../../../base/ids.ts';
import type { IndexFacts } from '../../indexes/index.ts';
import type { BodyForm, ReadEvents } from './read-events.ts';

/**
 * Converts a body to a queue batch: parsed, validated, passed through the organization's pipelines, encoded. Runs on
 * the thread that handles requests or on a worker thread, with the same result.
 */
export interface EventReader {
  /**
   * Synchronous if possible. Takes ownership of the body: callers must not use it afterwards. Fails with the `AppError`
   * that rejects the whole request.
   */
  read(body: BodyToRead): ReadBody | Promise<ReadBody>;
}

/** A body, and what applies to all of its events. */
export interface BodyToRead {
  readonly form: BodyForm;
  readonly body: Buffer;
  readonly organization: OrganizationId;
  /** For events that name none. */
  readonly index: string;
  readonly source: string;
  readonly now: number;
  readonly indexes: IndexFacts;
}

export interface ReadBody extends Pick<ReadEvents, 'refusals' | 'items'> {
  /** Undefined when all events were refused. */
  readonly batch: EventBatch | undefined;
}

/** The events of a request in the form for the queue. Keeps no reference to a record. */
export interface EventBatch extends BatchFacts {
  /** Size of the events as they were sent, with what pipelines have added: what quota and usage count. */
  readonly sentBytes: number;
  /** Complete but for its footer. */
  readonly payload: Uint8Array;
  /** The `_id` of the event at a position of the request; empty when a pipeline has dropped it. */
  readonly idOf: (position: number) => string;
}

export interface BatchFacts {
  /** Events of the request. */
  readonly accepted: number;
  /** How many of them the pipelines have left. */
  readonly queued: number;
  /** The row id of the first of these. */
  readonly firstRow: bigint;
  /** Oldest and newest time of these, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}
