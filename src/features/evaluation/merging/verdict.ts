/** What is grounded, each finding and its evidence as JSON. */
export interface Verdict {
  readonly verdict: readonly string[];
  readonly evidence: readonly string[];
  readonly summary: string | null;
}
