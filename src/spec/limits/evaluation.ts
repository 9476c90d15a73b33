import { KB, MB, MINUTE_MS, SECOND_MS } from '../units.ts';

/** Evaluations: what is taken in, asked of a model, and answered. */
export const EVALUATION_LIMITS = {
  /** Largest request body. */
  bodyBytesMax: 10 * MB,
  /** Rows accepted per request. */
  rowsMax: 10_000,
  /** Rows evaluated without compression, in request order. */
  rowsUncompressedMax: 200,
  /** Characters of one serialized row; the rest is clipped. */
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
  /** Value of one credit, in currency units of model cost. */
  creditCostUnits: 0.01,
  /** Tokens reserved for rows, however long the criteria and items are. */
  rowTokensMin: 20_000,
  /** Expected items per model call; more are split over several calls. */
  itemsPerCallMax: 100,
  /** Base token budget of an answer. */
  answerTokensBase: 500,
  /** Additional token budget of an answer for each expected item. */
  answerTokensPerItem: 150,
  /** Token budget of an answer without expected items. */
  answerTokensGeneric: 4_000,
  /** Shortest quote, unless it is a whole row; shorter ones match by chance. */
  quoteCharactersMin: 8,
  /** Characters of a quote in the evidence of a search. */
  quoteCharactersMax: 500,
  /** Lines a finding may cite. */
  citationsMax: 50,
  /** Rows listed as evidence of one finding. */
  evidenceRowsMax: 20,
  /** Highest confidence of a finding whose evidence could not be verified. */
  unverifiedConfidenceMax: 0.2,
  /** Share of findings without verified evidence above which the whole answer is invalid. */
  unverifiedRatioMax: 0.3,
  /** Minimum number of findings for that check. */
  unverifiedFindingsMin: 3,
  /** Time that must remain for a retry after an invalid answer. */
  repairMsMin: 15 * SECOND_MS,
  /** How long a run waits for credits reserved by other runs. */
  creditWaitMsMax: 2 * SECOND_MS,
  /** Time after which the credits reserved by a run count as used, because its node must have died. */
  creditHoldMsMax: 5 * MINUTE_MS,
  /** Parts of an input with `strategy: "split"`. What doesn't fit is clipped. */
  inputPartsMax: 10,
  /** Answers per question with `samples`. */
  samplesMax: 3,
  /** Questions of a model check per request. */
  modelCheckQuestionsMax: 5,
  /** Highest credit cap of a model check. */
  modelCheckCreditsMax: 1_000_000,
  /** Inputs up to this size are processed before larger ones that wait for a thread. */
  bodyBytesQuickMax: 32 * KB,
} as const;
