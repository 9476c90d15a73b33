/** A stretch of time, in milliseconds since 1970; the first one is in it, the last one not. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/** Conditions on `timestamp`; an end that is infinite has none. */
export function timesOf({ from, to }: Slice): string[] {
  const at = (ms: number): string => `make_timestamp_ms(${ms}::BIGINT)::TIMESTAMP_MS`;
  return [
    ...(Number.isFinite(from) ? [`"timestamp" >= ${at(from)}`] : []),
    ...(Number.isFinite(to) ? [`"timestamp" < ${at(to)}`] : []),
  ];
}
