/** The cost of a run and its entry in the audit log: hashes and numbers, never a word of a row. */
import { createHash } from 'node:crypto';
import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import { recordAudit } from '../../guard/audit/index.ts';
import {
  countAiRun,
  type CreditHold,
  holdCredits,
  settleCredits,
} from '../../guard/limits/index.ts';
import { MICRO_CREDITS } from '../../spec/units.ts';
import { jsonList } from './asking/ask-evaluator.ts';
import type { Verdict } from './merging/verdict.ts';
import type { Evaluator } from './asking/evaluators.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import type { PreparedInput } from './input/prepared-input.ts';
import type { RunRequest } from './input/run-request.ts';
import { priceOf } from './price.ts';

export interface RunUsage {
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly isEstimated: boolean;
}

export interface RunEnd {
  /** `answered`, `abandoned` when the caller went away, or the code of the failure. */
  readonly outcome: string;
  readonly verdict?: Verdict;
}

export interface RunLedger {
  hold(tokensIn: number, tokensOut: number, signal: AbortSignal): Promise<void>;
  noteAsked(tokensIn: number): void;
  noteAnswered(tokensIn: number, tokensOut: number, isEstimated: boolean): void;
  usage(): RunUsage;
  /** Settles the reserved credits and writes the entry; returns the credits spent. */
  end(end: RunEnd): Promise<number>;
}

export function openRunLedger(
  needs: EvaluationNeeds,
  actor: Actor,
  input: PreparedInput,
  evaluator: Evaluator,
): RunLedger {
  const { model } = input.request;
  const credits = {
    metadata: needs.metadata,
    clock: needs.clock,
    plans: needs.plans,
    limits: needs.limits.evaluation,
  };
  const id = newId('evaluation');
  const startedAt = performance.now();
  const holds: CreditHold[] = [];
  let usage: RunUsage = { tokensIn: 0, tokensOut: 0, isEstimated: false };
  let askedTokens = 0;

  const cost = (tokensIn: number, tokensOut: number): number =>
    evaluator.isFree ? 0 : priceOf(model, tokensIn, tokensOut);

  /** Failed runs cost nothing; if the caller disconnected, the input of the question is charged. */
  function microOf({ outcome }: RunEnd): number {
    if (outcome === 'answered') return cost(usage.tokensIn, usage.tokensOut);
    if (outcome !== 'abandoned') return 0;
    return cost(usage.tokensIn + askedTokens, usage.tokensOut);
  }

  return {
    async hold(tokensIn, tokensOut, signal) {
      // Callers without credits may continue without a model.
      if (evaluator.isFree) return;
      const amount = cost(tokensIn, tokensOut);
      requireUnderCap(input.request, cost(usage.tokensIn, usage.tokensOut) + amount);
      holds.push(await holdCredits(credits, actor.organization, amount, signal));
    },
    noteAsked: (tokensIn) => void (askedTokens = tokensIn),
    noteAnswered(tokensIn, tokensOut, isEstimated) {
      askedTokens = 0;
      usage = {
        tokensIn: usage.tokensIn + tokensIn,
        tokensOut: usage.tokensOut + tokensOut,
        isEstimated: usage.isEstimated || isEstimated,
      };
    },
    usage: () => usage,
    async end(end) {
      const micro = microOf(end);
      const now = needs.clock.now();
      const isAnswered = end.outcome === 'answered';
      const details = detailsOf({ input, evaluator, usage, end, credits: micro / MICRO_CREDITS });
      await needs.metadata.transaction(async (unit) => {
        for (const [i, hold] of holds.entries()) {
          await settleCredits(unit, hold, i === 0 ? micro : 0);
        }
        await countAiRun(unit, actor.organization, now, !isAnswered);
        await recordAudit(unit, actor, { action: 'evaluation.run', resource: id, details }, now);
      });
      const seconds = (performance.now() - startedAt) / 1_000;
      needs.meter.run(end.outcome, evaluator.provider, seconds);
      return micro / MICRO_CREDITS;
    },
  };
}

/** What was spent and what may still come of it stay under the cap of the run. */
function requireUnderCap({ creditsMax }: RunRequest, micro: number): void {
  if (creditsMax === undefined || micro <= creditsMax * MICRO_CREDITS) return;
  const estimate = Math.ceil((micro / MICRO_CREDITS) * 100) / 100;
  const message = `The evaluation could cost ${estimate} credits, more than its credit cap of ${creditsMax}. Raise the cap, evaluate fewer events, or choose another model.`;
  throw new AppError('CREDIT_CAP_EXCEEDED', message, { fields: { limit: creditsMax, estimate } });
}

interface EntryFacts {
  readonly input: PreparedInput;
  readonly evaluator: Evaluator;
  readonly usage: RunUsage;
  readonly end: RunEnd;
  readonly credits: number;
}

function detailsOf({ input, evaluator, usage, end, credits }: EntryFacts): Record<string, unknown> {
  const { model, provider, region } = evaluator;
  return {
    outcome: end.outcome,
    model,
    requestedModel: input.request.model,
    provider,
    region,
    credits,
    tokensIn: usage.tokensIn,
    tokensOut: usage.tokensOut,
    rows: input.inputRowCount,
    rowsSha256: input.rowsSha256,
    criteriaSha256: sha256(input.request.criteria),
    ...(end.verdict === undefined ? {} : { verdictSha256: sha256(jsonList(end.verdict.verdict)) }),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
