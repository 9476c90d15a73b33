import type { EvaluationPreview } from '../../../contract/evaluation.ts';
import { MICRO_CREDITS } from '../../../spec/units.ts';
import { type RunTokens, tokensOfRun } from '../asking/plan-calls.ts';
import { priceOf } from '../price.ts';
import type { PreparedRows } from './prepared-input.ts';
import { modelId } from './read-request.ts';

/** Who will answer, as far as a price depends on it. */
export interface Judge {
  readonly vendor: string;
  /** The evaluator of the platform itself: no model is asked, and nothing is paid. */
  readonly isOffline: boolean;
}

/** The whole answer, ready to be sent. */
export function writePreview(rows: PreparedRows, judge: Judge): Uint8Array<ArrayBuffer> {
  const { model } = rows.request;
  const { isOffline } = judge;
  // By the table: what a model may count on top is for holds, and would make models look dearer than they are.
  const credits = (tokens: number): number => priceOf(model, tokens, 0) / MICRO_CREDITS;
  const { least, most } = tokensOfRun(rows.request, rows.lineTokens);
  // Without rows nothing is asked.
  const wholeRun = (tokens: RunTokens): number =>
    rows.lines.length === 0 ? 0 : priceOf(model, tokens.in, tokens.out) / MICRO_CREDITS;
  const data: EvaluationPreview = {
    preview: true,
    lines: rows.lines.map(({ text }) => text),
    inputRowCount: rows.inputRowCount,
    uniqueTemplates: rows.uniqueTemplates,
    droppedTemplates: rows.droppedTemplates,
    rareLineCount: rows.rareLineCount,
    truncated: rows.isClipped,
    creditEstimate: {
      model: modelId(model, judge.vendor),
      uncompressed: credits(rows.tokens.uncompressed),
      compressed: credits(rows.tokens.compressed),
      charged: isOffline ? 0 : credits(rows.tokens.lines),
      wholeRun: { least: wholeRun(least), most: wholeRun(most) },
    },
  };
  return new TextEncoder().encode(JSON.stringify({ data }));
}
