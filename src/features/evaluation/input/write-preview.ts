import type { EvaluationPreview } from '../../../contract/evaluation.ts';
import { MICRO_CREDITS } from '../../../spec/units.ts';
import { type RunTokens, tokensOfParts } from '../asking/plan-calls.ts';
import { priceOf } from '../price.ts';
import type { PreparedRows } from './prepared-input.ts';
import { modelId } from './read-request.ts';

/** Who will answer, as far as a price depends on it. */
export interface Judge {
  readonly vendor: string;
  /** The built-in evaluator: calls no model and costs nothing. */
  readonly isOffline: boolean;
}

/** The whole answer, ready to be sent. */
export function writePreview(rows: PreparedRows, judge: Judge): Uint8Array<ArrayBuffer> {
  const { model } = rows.request;
  const { isOffline } = judge;
  // By the table: the margin for a model's token count is for reservations, and would make models look more expensive
  // than they are.
  const credits = (tokens: number): number => priceOf(model, tokens, 0) / MICRO_CREDITS;
  const { laterParts = [] } = rows;
  const parts = [rows, ...laterParts];
  const { samples = 1 } = rows.request;
  const { least, most } = tokensOfParts(
    rows.request,
    parts.map(({ lineTokens }) => lineTokens),
  );
  // Without rows there is no question.
  const wholeRun = (tokens: RunTokens): number =>
    rows.lines.length === 0 ? 0 : priceOf(model, tokens.in, tokens.out) / MICRO_CREDITS;
  const data: EvaluationPreview = {
    preview: true,
    lines: parts.flatMap(({ lines }) => lines.map(({ text }) => text)),
    inputRowCount: rows.inputRowCount,
    uniqueTemplates: rows.uniqueTemplates,
    droppedTemplates: rows.droppedTemplates,
    rareLineCount: rows.rareLineCount,
    truncated: rows.isClipped,
    ...(laterParts.length === 0 ? {} : { parts: parts.length }),
    creditEstimate: {
      model: modelId(model, judge.vendor),
      uncompressed: credits(rows.tokens.uncompressed),
      compressed: credits(rows.tokens.compressed),
      charged: isOffline ? 0 : credits(rows.tokens.lines) * samples,
      wholeRun: { least: wholeRun(least), most: wholeRun(most) },
    },
  };
  return new TextEncoder().encode(JSON.stringify({ data }));
}
