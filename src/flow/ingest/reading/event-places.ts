import type { LogRecord } from '../../../base/record.ts';

/** Position of each event of a request among the remaining ones, -1 if dropped; undefined if all remain. */
export type EventPlaces = Int32Array | undefined;

/** `kept` must be in the order of `records`. */
export function placesOf(records: readonly LogRecord[], kept: readonly LogRecord[]): EventPlaces {
  if (kept.length === records.length) return undefined;
  const places = new Int32Array(records.length).fill(-1);
  let place = 0;
  for (const [position, record] of records.entries()) {
    if (record === kept[place]) places[position] = place++;
  }
  return places;
}

/** Positions are those of the request; an event that a pipeline dropped has no id. */
export function idsAt(
  places: EventPlaces,
  idOf: (place: number) => string,
): (position: number) => string {
  if (places === undefined) return idOf;
  return (position) => {
    const place = places[position] ?? -1;
    return place < 0 ? '' : idOf(place);
  };
}
