import { FOOTER_BYTES } from '../../../base/queue-payload.ts';
import type { EncodedEvents } from './create-encoder.ts';
import type { EventBatch } from './event-reader.ts';
import { type EventPlaces, idsAt } from './event-places.ts';

/** Facts about the events of a request, apart from their rows. */
export interface ReadFacts {
  /** Events of the request. */
  readonly accepted: number;
  readonly sentBytes: number;
  readonly places: EventPlaces;
  readonly from: number;
  readonly to: number;
}

/** Of events that were encoded and have their row ids. */
export function makeBatch(facts: ReadFacts, rows: number, encoded: EncodedEvents): EventBatch {
  const { places, ...known } = facts;
  return {
    ...known,
    queued: rows,
    firstRow: BigInt(`0x${encoded.idOf(0)}`),
    payload: encoded.payload,
    idOf: idsAt(places, encoded.idOf),
  };
}

/** Events that a pipeline drops also count as accepted; a payload without events then carries their size. */
export function emptyBatch(accepted: number, sentBytes: number): EventBatch {
  const payload = new Uint8Array(FOOTER_BYTES);
  const nothing = { queued: 0, firstRow: 0n, from: 0, to: 0 };
  return { accepted, sentBytes, ...nothing, payload, idOf: () => '' };
}
