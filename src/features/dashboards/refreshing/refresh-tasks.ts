/** Finds out what was planned, part by part. What fails stays with its own part. */
import { AppError } from '../../../base/errors.ts';
import type {
  AnnotationAnswer,
  PanelAnswer,
  PanelFailure,
  VariableAnswer,
} from '../../../contract/dashboard-data.ts';
import { showAnnotation } from './annotations.ts';
import { failureOf } from './failures.ts';
import {
  type PlannedPanel,
  planAnnotation,
  planOptions,
  planQueryPanel,
  type RefreshPlan,
} from './plan-refresh.ts';
import type { RefreshAsk, RefreshNeeds, RefreshPart, Source } from './refresh.ts';
import type { Scope } from './refresh-scope.ts';
import { plainAnswer, readOptions, type ResolvedVariable } from './resolve-variables.ts';
import { showPanel } from './show-panel.ts';
import { sumOfLine } from './sum-of-line.ts';

type Task = Promise<readonly RefreshPart[]>;

export function refreshTasks(
  needs: RefreshNeeds,
  scope: Scope,
  ask: RefreshAsk,
  plan: RefreshPlan,
  source: Source,
): readonly Task[] {
  const { variables, settled } = variableTasks(needs, scope, plan, source);
  const sharing = sharedBy(plan);
  const panels = plan.panels.map(async ({ panel, outcome }): Task => {
    const find = async (): Promise<PanelAnswer> => {
      const known =
        outcome.kind === 'waits' ? await planQueryPanel(scope, ask, await settled, panel) : outcome;
      if (known.kind === 'failed') throw known.error;
      if (known.kind === 'waits') throw noOptions();
      return shownPanel(source, panel, known, sharing, ask.have?.[panel.id]);
    };
    const answer = await findOrFail(needs, source, find, (error) => ({ error }));
    return [{ kind: 'panel', id: panel.id, answer }];
  });
  const health = plan.health.map(async ({ panel, outcome }): Task => {
    const find = async (): Promise<PanelAnswer> => {
      if (outcome.kind === 'failed') throw outcome.error;
      if (outcome.kind === 'waits') throw noOptions();
      return shownPanel(
        source,
        panel,
        { shown: outcome.known, isSummed: false, isQuick: false },
        sharing,
        ask.have?.[panel.id],
      );
    };
    const answer = await findOrFail(needs, source, find, (error) => ({ error }));
    return [{ kind: 'panel', id: panel.id, answer }];
  });
  return [
    ...variables,
    ...panels,
    ...health,
    ...annotationTasks(needs, scope, plan, source, settled),
  ];
}

type Sharing = (key: string) => number;

/** How many panels rest on the same search. */
function sharedBy({ panels }: RefreshPlan): Sharing {
  const counts = new Map<string, number>();
  for (const { outcome } of panels) {
    if (outcome.kind !== 'planned') continue;
    const { key } = outcome.shown.base ?? outcome.shown;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (key) => counts.get(key) ?? 1;
}

async function shownPanel(
  source: Source,
  panel: Parameters<typeof showPanel>[0],
  { shown, line, compared, isSummed }: PlannedPanel,
  sharing: Sharing,
  have: string | undefined,
): Promise<PanelAnswer> {
  const [main, over, before] = await Promise.all([
    source.get(shown),
    // How it went adorns a value: without it the value is as good.
    line && source.get(line).catch(passOver),
    compared && source.get(compared),
  ]);
  const isStale = [main, over, before].some((each) => each?.isStale === true);
  const answers = {
    shown: isSummed ? sumOfLine(main) : main,
    line: over,
    compared: before && compared && { answer: before, statement: compared.statement },
  };
  const { key } = shown.base ?? shown;
  const answer = showPanel(panel, shown.statement, answers, isStale, sharing(key));
  return have === answer.tag ? { unchanged: true, stale: isStale } : answer;
}

function passOver(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

/** Returns the answer, or the reason there is none; rejects only if no viewer is left. */
async function findOrFail<Answer>(
  { log }: RefreshNeeds,
  { reasonOf }: Source,
  find: () => Promise<Answer>,
  failed: (failure: PanelFailure) => Answer,
): Promise<Answer> {
  try {
    return await find();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return failed(failureOf(log, reason));
  }
}

interface FoundVariable {
  readonly each: ResolvedVariable;
  readonly answer: VariableAnswer;
}

/** `settled` has the values of all variables, once those that wait have their options. */
function variableTasks(
  needs: RefreshNeeds,
  scope: Scope,
  { resolved, options }: RefreshPlan,
  source: Source,
): { readonly variables: readonly Task[]; readonly settled: Promise<readonly ResolvedVariable[]> } {
  const found: Promise<FoundVariable>[] = [];
  for (const each of resolved) {
    const above = [...found];
    const find = async (): Promise<FoundVariable> => {
      const { variable } = each;
      let outcome = options.get(variable.name);
      if (outcome === undefined || variable.type !== 'query') {
        return { each, answer: plainAnswer(each) };
      }
      if (outcome.kind === 'waits') {
        const settledAbove = (await Promise.all(above)).map((one) => one.each);
        outcome = await planOptions(scope, settledAbove, variable.query);
      }
      if (outcome.kind === 'failed') throw outcome.error;
      if (outcome.kind === 'waits') throw noOptions();
      const { options: known, isCut } = readOptions((await source.get(outcome.known)).result);
      const values = each.values ?? known.slice(0, 1).map(({ value }) => value);
      return { each: { ...each, values }, answer: { values: [...values], options: known, isCut } };
    };
    const values = [...(each.values ?? [])];
    found.push(
      findOrFail(needs, source, find, (error) => ({
        each,
        answer: { values, options: [], isCut: false, error },
      })),
    );
  }
  const settled = Promise.all(found).then((all) => all.map(({ each }) => each));
  // If no task waits for them, nothing handles their failure.
  settled.catch(() => {});
  const variables = found.map(async (one): Task => {
    const { each, answer } = await one;
    return [{ kind: 'variable', name: each.variable.name, answer }];
  });
  return { variables, settled };
}

function annotationTasks(
  needs: RefreshNeeds,
  scope: Scope,
  plan: RefreshPlan,
  source: Source,
  settled: Promise<readonly ResolvedVariable[]>,
): readonly Task[] {
  return plan.annotations.map(async ({ annotation, outcome }): Task => {
    const find = async (): Promise<AnnotationAnswer> => {
      const known =
        outcome.kind === 'waits' ? await planAnnotation(scope, await settled, annotation) : outcome;
      if (known.kind === 'failed') throw known.error;
      if (known.kind === 'waits') throw noOptions();
      const rows = known.known === undefined ? [] : (await source.get(known.known)).result.rows;
      return showAnnotation(annotation, { rows }, scope.range, scope.zone);
    };
    const { name, color } = annotation;
    const answer = await findOrFail(needs, source, find, (error) => ({
      name,
      color,
      isGrouped: false,
      marks: [],
      error,
    }));
    return [{ kind: 'annotation', answer }];
  });
}

function noOptions(): AppError {
  return new AppError('VALIDATION_ERROR', 'A variable has no options to choose from.');
}
