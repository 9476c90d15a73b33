import type { Grounded } from './ground-findings.ts';

/** Findings as JSON: from here on they are only joined and sent. */
export type WrittenVerdict =
  | {
      readonly kind: 'grounded';
      /** One JSON object for each finding. */
      readonly verdict: readonly string[];
      /** One JSON object for each finding, too. */
      readonly evidence: readonly string[];
      readonly summary: string | null;
    }
  | {
      readonly kind: 'invalid';
      readonly problems: readonly string[];
      readonly isUngrounded?: true;
    };

export function writeVerdict(grounded: Grounded): WrittenVerdict {
  if (grounded.kind === 'invalid') return grounded;
  const { verdict, evidence, summary } = grounded;
  const written = (values: readonly unknown[]): string[] =>
    values.map((value) => JSON.stringify(value));
  return { kind: 'grounded', verdict: written(verdict), evidence: written(evidence), summary };
}
