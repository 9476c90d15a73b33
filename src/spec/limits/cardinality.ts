/** What the product advises: nothing is refused beyond these numbers. */
export const CARDINALITY_LIMITS = {
  /** Advice, not enforced: distinct values of source, level and index. */
  sourceValuesMax: 100,
  /** Advice, not enforced: distinct values of service, environment and region. */
  serviceValuesMax: 1_000,
  /** Advice, not enforced: distinct values of host, pod and container. */
  hostValuesMax: 10_000,
  /** Advice, not enforced: distinct values of any indexed attribute; more belong in the event body. */
  attributeValuesMax: 100_000,
} as const;
