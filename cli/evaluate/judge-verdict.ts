import { field, listField, textField } from '../server/call-server.ts';
import type { Checks, Item } from './checks.ts';
import type { CheckResult, Outcome, Report } from './outcome.ts';
import type { Row } from '../read-rows.ts';

/** What the server's findings mean for the checks. `rows` are those that were sent, if any. */
export function judgeVerdict(
  data: unknown,
  checks: Checks,
  rows: readonly Row[],
): readonly CheckResult[] {
  const findings = listField(data, 'verdict');
  const results = findings.map((finding): CheckResult => {
    const id = textField(finding, 'id') ?? '';
    const item = checks.items.find((each) => each.id === id);
    const status = textField(finding, 'status');
    return {
      id,
      by: 'evaluation',
      outcome: outcomeOf(status, item),
      message: messageOf(finding, status, item),
      lines: linesOf(data, id, rows),
    };
  });
  const missing = checks.items.filter(({ id }) => results.every((result) => result.id !== id));
  const unjudged = missing.map(({ id }): CheckResult => ({ ...NOTHING, id }));
  if (results.length + unjudged.length > 0) return [...results, ...unjudged];
  return [{ ...NOTHING, id: 'criteria' }];
}

const NOTHING = {
  by: 'evaluation',
  outcome: 'not_evaluable',
  message: 'the verdict has no finding for this item',
  lines: [],
} as const;

/** Who judged, for the head of a report. */
export function evaluationFacts(data: unknown): Report['evaluation'] {
  const credits = field(data, 'creditsSpent');
  return {
    model: textField(data, 'model') ?? 'unknown',
    provider: textField(data, 'provider') ?? 'unknown',
    region: textField(data, 'region') ?? 'unknown',
    creditsSpent: typeof credits === 'number' ? credits : 0,
    truncated: field(data, 'truncated') === true,
    summary: textField(data, 'summary') ?? null,
  };
}

/** Without an expectation, a finding passes unless its status is a failure. */
function outcomeOf(status: string | undefined, item: Item | undefined): Outcome {
  if (item !== undefined && item.expect.some((expected) => expected === status)) return 'passed';
  if (status === 'not_found') return 'not_evaluable';
  if (item !== undefined) return 'failed';
  return status === 'failed' ? 'failed' : 'passed';
}

function messageOf(finding: unknown, status: string | undefined, item: Item | undefined): string {
  const confidence = field(finding, 'confidence');
  const sure = typeof confidence === 'number' ? `, confidence ${confidence.toFixed(2)}` : '';
  const isUsual = item === undefined || (item.expect.length === 1 && item.expect[0] === 'passed');
  const expected = isUsual ? '' : `, expected ${item.expect.join(' or ')}`;
  const tags = listField(finding, 'tags').filter((tag) => typeof tag === 'string');
  const marks = tags.length === 0 ? '' : ` [${tags.join(', ')}]`;
  const head = `${(status ?? 'noted').replaceAll('_', ' ')}${sure}${expected}`;
  return `${head}: ${textField(finding, 'explanation') ?? ''}${marks}`;
}

function linesOf(data: unknown, id: string, rows: readonly Row[]): readonly number[] {
  const evidence = listField(data, 'evidence').find((each) => textField(each, 'id') === id);
  const lines = listField(evidence, 'rows').flatMap((each) => {
    const number = field(each, 'row');
    const row = typeof number === 'number' ? rows[number - 1] : undefined;
    return row === undefined ? [] : [row.line];
  });
  return [...new Set(lines)];
}
