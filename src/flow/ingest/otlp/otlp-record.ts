/** A log record of OTLP, independent of its encoding. */
export interface OtlpRecord {
  /** Milliseconds since 1970; undefined when the client does not know. */
  readonly time: number | undefined;
  readonly observedTime: number | undefined;
  readonly severityNumber: number;
  readonly severityText: string;
  /** Text, number, boolean, list or object without a prototype. */
  readonly body: unknown;
  readonly attributes: readonly OtlpAttribute[];
  /** In hexadecimal; empty when there is none. */
  readonly traceId: string;
  readonly spanId: string;
  readonly eventName: string;
  /** Size as it was sent. */
  readonly bytes: number;
  /** Why it cannot be taken, if its content is at fault. */
  readonly fault?: string;
}

export type OtlpAttribute = readonly [key: string, value: unknown];

/** Called in the order of the request; each record belongs to the most recent resource and scope. */
export interface OtlpVisitor {
  resource(attributes: readonly OtlpAttribute[], bytes: number): void;
  scope(scope: OtlpScope, bytes: number): void;
  /** Before a record is read; true when it is refused for its size and need not be. */
  refusesSize(bytes: number): boolean;
  record(record: OtlpRecord): void;
}

export interface OtlpScope {
  readonly name: string;
  readonly version: string;
  readonly attributes: readonly OtlpAttribute[];
}

const NANOSECONDS_PER_MS = 1_000_000n;

/** Zero means unknown. */
export function fromNanoseconds(value: bigint): number | undefined {
  return value === 0n ? undefined : Number(value / NANOSECONDS_PER_MS);
}
