/** The body of a comparison as those of two runs. */
import { CheckComparisonRequest } from '../../../contract/check-comparison.ts';
import { explainProblems } from '../../../contract/explain-problems.ts';
import { parseJson } from '../../../http/parse-json.ts';
import { invalidInput } from './invalid-input.ts';
import { asJsonSchema, BOUNDS } from './read-request.ts';

export interface Halves {
  readonly kind: 'halves';
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

const SCHEMA = asJsonSchema(CheckComparisonRequest);

export function halve(bytes: Buffer, detailsMax: number): Halves {
  const body = parseJson(bytes, BOUNDS);
  const problems = explainProblems(SCHEMA, body, detailsMax + 1);
  if (problems.length > 0) throw invalidInput(problems);
  const { before, after, maxCredits } = shaped(body);
  const write = (run: typeof before): Uint8Array =>
    new TextEncoder().encode(JSON.stringify({ ...run, maxCredits }));
  return { kind: 'halves', before: write(before), after: write(after) };
}

/** The schema has been held against it. */
function shaped(body: unknown): CheckComparisonRequest {
  return body as CheckComparisonRequest;
}
