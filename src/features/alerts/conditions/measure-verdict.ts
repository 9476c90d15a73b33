/** A model's verdict on the events of the window. Neither the events nor the model's text are stored. */
import { AppError } from '../../../base/errors.ts';
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS } from '../../../spec/units.ts';
import {
  type Asking,
  askRows,
  boundsOf,
  findBehind,
  frontierFor,
  seenBy,
  type TickWindow,
  windowOf,
} from './asking.ts';
import { groupHash, makeKey } from './groups.ts';
import type { JudgeAnswer, JudgeQuestion } from './judge.ts';
import type { Known, MeasuredGroup, Measurement } from './measurement.ts';

type VerdictCondition = ConditionOf<'verdict'>;

export async function measureVerdict(
  asking: Asking,
  condition: VerdictCondition,
  known: Known,
): Promise<Measurement> {
  const { needs, rule, tick } = asking;
  const { settings } = rule;
  const window = windowOf(settings, tick.at);
  const behind = await findBehind(asking, window.from, frontierFor(settings, tick.at));
  const spending = readSpending(known.memory, tick.at);
  const question = await readQuestion(asking, condition, window);
  const isEmpty = question.rows.length === 0;
  if (!isEmpty && spending.spent >= condition.creditsPerDay) throw capReached(condition);
  const answer = isEmpty
    ? nothingFound(condition)
    : await needs.judge.judge(rule.organization, question, tick.signal);
  const spent = spending.spent + answer.creditsSpent;
  const groups = answer.findings.map((finding) =>
    measuredFinding(condition, finding, window, behind.length > 0),
  );
  return {
    kind: 'measured',
    groups,
    isCut: false,
    behind,
    isLearning: false,
    memory: JSON.stringify({ ...spending, spent }),
  };
}

/** The rows that are to be judged, and by what. */
export async function readQuestion(
  asking: Asking,
  { criteria, expectedItems, mode, model, rows: rowsMax }: VerdictCondition,
  window: TickWindow,
): Promise<JudgeQuestion> {
  const { tree, tick, rule } = asking;
  const bounds = boundsOf(rule.settings, window, seenBy(tick));
  const { rows, isCut } = await askRows(asking, tree, bounds, rowsMax);
  const chosen = model === null ? {} : { model };
  return { criteria, expectedItems, mode, ...chosen, rows, isCut };
}

interface Spending {
  /** A day of UTC. */
  readonly day: number;
  readonly spent: number;
}

function readSpending(memory: string, at: number): Spending {
  const day = Math.floor(at / DAY_MS);
  if (memory === '') return { day, spent: 0 };
  const before = JSON.parse(memory) as Partial<Spending>;
  return { day, spent: before.day === day ? (before.spent ?? 0) : 0 };
}

function capReached({ creditsPerDay }: VerdictCondition): AppError {
  const message = `This rule reached its limit of ${creditsPerDay} AI credits per day.`;
  return new AppError('AI_CREDITS_EXHAUSTED', message);
}

/** Without rows there is no evidence, so the model is not called. */
function nothingFound({ expectedItems, mode }: VerdictCondition): JudgeAnswer {
  const unnamed = mode === 'generic_verdict' ? 'f1' : 'criteria';
  const isNamed = mode !== 'generic_verdict' && expectedItems.length > 0;
  const ids = isNamed ? expectedItems.map(({ id }) => id) : [unnamed];
  return {
    findings: ids.map((id) => ({
      id,
      status: 'not_found',
      confidence: 1,
      isIncomplete: false,
      eventIds: [],
    })),
    creditsSpent: 0,
  };
}

function measuredFinding(
  condition: VerdictCondition,
  { id, status, confidence, isIncomplete, eventIds }: JudgeAnswer['findings'][number],
  { from, to }: TickWindow,
  isBehind: boolean,
): MeasuredGroup {
  const { fireOn, minConfidence } = condition;
  const key = makeKey(['item'], [id]);
  const isWanted = fireOn.some((each) => each === status) && (confidence ?? 1) >= minConfidence;
  // The missing item may be among events that were not examined or have not arrived yet.
  const isUnsure = status === 'not_found' && (isBehind || isIncomplete);
  const holds = isUnsure ? 'unknown' : isWanted ? 'true' : 'safe';
  return {
    key,
    hash: groupHash(key),
    value: isWanted ? 1 : 0,
    holds,
    eventsFrom: from,
    eventsTo: to,
    details: {
      item: id,
      status: status ?? null,
      evidence: eventIds.slice(0, LIMITS.alerts.sampleIdsMax),
    },
  };
}
