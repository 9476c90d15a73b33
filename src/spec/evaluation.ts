/** The fixed vocabulary of the evaluation endpoint. */
export const FINDING_STATUSES = {
  passed: 'The logs prove the item succeeded or the condition holds.',
  failed: 'The logs prove the item failed or the condition is violated.',
  not_found: 'The logs contain no relevant evidence. Distinct from failed.',
  skipped: 'The logs show the item was deliberately skipped.',
} as const;
export type FindingStatus = keyof typeof FINDING_STATUSES;

/** What happens to an input that does not fit into one call. */
export const INPUT_STRATEGIES = ['clip', 'split'] as const;
export type InputStrategy = (typeof INPUT_STRATEGIES)[number];

/** Tokens of public badges of checks. */
export const BADGE_TOKEN_PREFIX = 'xpb_';

export const EVALUATION_MODES = ['test_classification', 'generic_verdict'] as const;
export type EvaluationMode = (typeof EVALUATION_MODES)[number];

/**
 * Model ids as written in requests; the maker's name in front is configuration. `tokenFactor` is by how much
 * a model may count more tokens than our estimate, so that budgets and holds are on the safe side.
 */
export const MODELS = {
  'haiku-4-5': {
    relativeCost: 1,
    tokenFactor: 1.2,
    character: 'Fast; clear-cut classification',
    isDefault: true,
  },
  'sonnet-4-6': {
    relativeCost: 3,
    tokenFactor: 1.2,
    character: 'Stronger reasoning over ambiguous evidence',
    isDefault: false,
  },
  'opus-4-7': {
    relativeCost: 15,
    tokenFactor: 1.5,
    character: 'Maximum depth for complex investigative criteria',
    isDefault: false,
  },
} as const satisfies Record<
  string,
  { relativeCost: number; tokenFactor: number; character: string; isDefault: boolean }
>;
export type ModelName = keyof typeof MODELS;
export const MODEL_VENDOR_DEFAULT = 'vendor';

/** What a million tokens cost at a relative cost of 1, in currency units. */
export const TOKEN_PRICES = { in: 1, out: 5 } as const;

/** What the server says about a finding in `marks`. Tags are the caller’s: only what the criteria ask for. */
export const SERVER_MARKS = {
  evidence_unverified: 'The evidence that was named does not exist, so the finding says nothing.',
  suspicious_rows: 'Rows that talk to the evaluator were named as evidence.',
  evidence_conflict: 'The named rows read like the opposite of the status.',
  input_truncated: 'Nothing was found, but not all of the input was evaluated.',
  parts_disagree: 'Parts of the input gave different results, which were merged by rule.',
  answers_disagree: 'Repeated answers gave different results, of which the majority counts.',
} as const;

export const COMPRESSION_OPTIONS = {
  maxTemplates: {
    default: 200,
    min: 1,
    max: 500,
    meaning: 'Distinct patterns surfaced, highest count first.',
  },
  maxSamples: { default: 2, min: 0, max: 5, meaning: 'Example rows kept per pattern.' },
  rareThreshold: {
    default: 1,
    min: 0,
    max: 50,
    meaning: 'Patterns with a count up to this are kept verbatim.',
  },
  simThreshold: {
    default: 0.4,
    min: 0,
    max: 1,
    meaning: 'Similarity two lines need to share a pattern.',
  },
} as const;

/** Labelled cases that a configured model is measured with. */
export const MODEL_CHECK_SETS = {
  sample: '60 cases in 20 questions, drawn from the whole set.',
  whole: 'Every case that the offline evaluator was tuned with, and copies without the evidence.',
  sealed: 'Cases whose errors nobody has read. They are reported as totals only.',
} as const;
export type ModelCheckSet = keyof typeof MODEL_CHECK_SETS;
