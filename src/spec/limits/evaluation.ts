import { KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Evaluations: what is taken in, asked of a model, and answered. */
export const EVALUATION_LIMITS = {
  /** Largest request body. */
  bodyBytesMax: 10 * MB,
  /** Rows accepted per request. */
  rowsMax: 10_000,
  /** Rows considered without compression, in request order. */
  rowsUncompressedMax: 200,
  /** Characters of one serialised row; the rest is clipped. */
  rowCharactersMax: 2_000,
  /** Total input budget, in tokens. */
  inputTokensMax: 50_000,
  /** Characters of the criteria. */
  criteriaCharactersMax: 4_000,
  /** Expected items per request. */
  itemsMax: 200,
  /** Characters of an expected item's id. */
  itemIdCharactersMax: 100,
  /** Characters of an expected item's description. */
  itemDescriptionCharactersMax: 500,
  /** Findings per verdict. */
  findingsMax: 200,
  /** Characters of a finding's explanation. */
  explanationCharactersMax: 300,
  /** Characters of the summary. */
  summaryCharactersMax: 500,
  /** What one credit buys, in currency units of model cost. */
  creditCostUnits: 0.01,
  /** Tokens that rows get at least, however much criteria and items take. */
  rowTokensMin: 20_000,
  /** Expected items asked about in one call of the model; more are split over several. */
  itemsPerCallMax: 100,
  /** Tokens an answer may have, beside those for each item. */
  answerTokensBase: 500,
  /** Tokens an answer may have for each expected item. */
  answerTokensPerItem: 150,
  /** Tokens an answer may have when the evaluator finds the conclusions itself. */
  answerTokensGeneric: 4_000,
  /** Characters of a quote at least, unless it is a whole row; shorter ones match by chance. */
  quoteCharactersMin: 8,
  /** Lines a finding may cite. */
  citationsMax: 50,
  /** Rows named as evidence of one finding. */
  evidenceRowsMax: 20,
  /** Confidence of a finding whose evidence could not be verified, at most. */
  unverifiedConfidenceMax: 0.2,
  /** Part of the findings that may lose their evidence; beyond, the whole answer is invalid. */
  unverifiedRatioMax: 0.3,
  /** Findings from which on that part is looked at. */
  unverifiedFindingsMin: 3,
  /** Time that must be left for asking again after an invalid answer. */
  repairMsMin: 15 * SECOND_MS,
  /** How long a run waits for credits that other runs hold. */
  creditWaitMsMax: 2 * SECOND_MS,
  /** After this time what a run holds counts as used: its node must have died. */
  creditHoldMsMax: 5 * MINUTE_MS,
  /** Inputs up to this size pass larger ones that wait for a thread. */
  bodyBytesQuickMax: 32 * KB,
} as const;
