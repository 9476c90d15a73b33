import { AppError, type ErrorDetail } from '../../../base/errors.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { ConditionOf } from '../../../contract/alert-conditions.ts';
import { isRowwise } from '../../../flow/search/index.ts';
import { type Query, type Shape, shapeOf } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { isReporting } from './evidence.ts';

/** Refuses a condition that does not fit its rule or its query. Everything that is wrong is named. */
export function checkCondition(settings: AlertRuleSettings, tree: Query): void {
  const problems = problemsOf(settings, tree);
  const [first] = problems;
  if (first === undefined) return;
  const message = problems.length > 1 ? 'The condition has several problems.' : first.message;
  throw new AppError('VALIDATION_ERROR', message, { details: problems });
}

function problemsOf(settings: AlertRuleSettings, tree: Query): ErrorDetail[] {
  const { condition } = settings;
  switch (condition.kind) {
    case 'threshold':
      return [...columnProblems(condition, tree), ...recoveryProblems(condition)];
    case 'change':
      return [...columnProblems(condition, tree), ...basisProblems(settings, 'event')];
    case 'absence':
      return [
        ...absenceProblems(condition, settings.window, tree),
        ...basisProblems(settings, 'arrival'),
      ];
    case 'verdict':
      return verdictProblems(settings);
  }
}

function columnProblems(
  { of, by }: ConditionOf<'threshold'> | ConditionOf<'change'>,
  tree: Query,
): ErrorDetail[] {
  const shape = shapeOf(tree);
  if (!isReporting(tree)) {
    if (of === 'count') return missingFields(by, shape, tree);
    const message =
      'Without a command such as `stats` in the query, only `count` can be evaluated.';
    return [problem('of', message, tree)];
  }
  const problems: ErrorDetail[] = [];
  if (by.length > 0) {
    const message = 'Each row of the result is already a group. Group in the query instead.';
    problems.push(problem('by', message, tree));
  }
  if (!isThere(shape, of)) {
    const known = shape.fields.map((name) => `\`${name}\``).join(', ');
    problems.push(
      problem('of', `The query returns no column \`${of}\`. Available: ${known}.`, tree),
    );
  }
  return problems;
}

function missingFields(by: readonly string[], shape: Shape, tree: Query): ErrorDetail[] {
  return by
    .filter((name) => !isThere(shape, name))
    .map((name) => problem('by', `The query returns no field \`${name}\`.`, tree));
}

function isThere({ isOpen, fields }: Shape, name: string): boolean {
  return isOpen || fields.includes(name);
}

function recoveryProblems({ op, value, recoverAt }: ConditionOf<'threshold'>): ErrorDetail[] {
  if (recoverAt === null) return [];
  const refuse = (message: string): ErrorDetail[] => [{ path: 'condition.recoverAt', message }];
  switch (op) {
    case '>':
    case '>=':
      return recoverAt <= value ? [] : refuse('Must not be greater than `value`.');
    case '<':
    case '<=':
      return recoverAt >= value ? [] : refuse('Must not be less than `value`.');
    case '=':
    case '!=':
      return refuse(`With \`${op}\` a recovery threshold isn’t supported.`);
  }
}

function basisProblems({ basis }: AlertRuleSettings, wanted: 'arrival' | 'event'): ErrorDetail[] {
  return basis === wanted
    ? []
    : [{ path: 'basis', message: `This condition requires the time basis \`${wanted}\`.` }];
}

function absenceProblems(
  { scope, by, expected, maxMembers, minSeen, learn, expire }: ConditionOf<'absence'>,
  window: number,
  tree: Query,
): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  if (!isRowwise(tree)) {
    const message = 'A no-data condition needs a query that returns events: no tables, no `head`.';
    problems.push(problem('kind', message, tree));
  }
  if (scope === 'all') {
    if (by.length > 0) problems.push(problem('by', 'Fields require the scope `member`.', tree));
    if (expected.length > 0) {
      problems.push(problem('expected', 'Sources require the scope `member`.', tree));
    }
    return problems;
  }
  problems.push(...missingFields(by, shapeOf(tree), tree));
  if (by.length === 0) {
    problems.push(problem('by', 'Set the fields that identify a source.', tree));
  }
  if (expected.length > maxMembers) {
    problems.push(problem('expected', `A rule can have at most ${maxMembers} sources.`, tree));
  }
  for (const [i, key] of expected.entries()) {
    const isWhole = Object.keys(key).toSorted().join('\0') === by.toSorted().join('\0');
    if (isWhole) continue;
    const message = `A source must have a value for each of ${by.join(', ')}, and no other fields.`;
    problems.push({ path: `condition.expected.${i}`, message });
  }
  if (learn < minSeen * window) {
    const message = `Too short for ${minSeen} windows of ${window} s.`;
    problems.push({ path: 'condition.learn', message });
  }
  if (expire <= window) {
    const message =
      'Must be longer than the window. Otherwise sources expire before they are reported.';
    problems.push({ path: 'condition.expire', message });
  }
  return problems;
}

function verdictProblems({ interval }: AlertRuleSettings): ErrorDetail[] {
  const least = LIMITS.alerts.verdictIntervalSecondsMin;
  if (interval >= least) return [];
  return [
    {
      path: 'interval',
      message: `The check interval of an evaluation rule must be at least ${least} s.`,
    },
  ];
}

/** The position is that of the deciding command, the last one. */
function problem(field: string, message: string, tree: Query): ErrorDetail {
  const position = tree.stages.at(-1)?.start ?? 0;
  return { path: `condition.${field}`, message, position };
}
