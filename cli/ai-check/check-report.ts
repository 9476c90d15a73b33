/** The report about a model check: figures and the product's own cases. No address, no key, nothing of an organization. */
import type { ModelCheckPart, ModelCheckPlan } from '../../src/contract/model-check.ts';
import { checkFigures, type CheckFigure } from '../../src/contract/sum-model-checks.ts';

export interface CheckReport {
  readonly measuredAt: string;
  readonly provider: string;
  readonly region: string;
  readonly model: string;
  readonly set: string;
  readonly questions: number;
  readonly isComplete: boolean;
  readonly figures: readonly CheckFigure[];
  readonly result: ModelCheckPart;
}

export function checkReport(plan: ModelCheckPlan, result: ModelCheckPart, now: Date): CheckReport {
  const { provider, region, model, set, questions } = plan;
  return {
    measuredAt: now.toISOString(),
    provider,
    region,
    model,
    set,
    questions,
    isComplete: result.asked.length === questions && result.unanswered === 0,
    figures: checkFigures(result),
    result,
  };
}

const WRONG_SHOWN_MAX = 200;

export function markdownOf(report: CheckReport): string {
  const { provider, region, model, set, measuredAt, result, questions } = report;
  const wrong = result.wrong.slice(0, WRONG_SHOWN_MAX);
  const more = result.wrong.length - wrong.length;
  return [
    `# Model check: ${cell(model)}`,
    '',
    `Measured ${measuredAt} with ${cell(provider)} (${cell(region)}), set \`${set}\`: ${result.cases} cases, ${result.asked.length} of ${questions} questions.`,
    '',
    '| | Model | Built-in evaluator |',
    '| --- | --- | --- |',
    ...report.figures.map(({ name, model: own, offline }) => `| ${name} | ${own} | ${offline} |`),
    '',
    ...(wrong.length === 0
      ? []
      : [
          '## Wrong cases',
          '',
          '| Log | Item | Label | Answer |',
          '| --- | --- | --- | --- |',
          ...wrong.map(
            ({ log, description, expected, given }) =>
              `| ${cell(log)} | ${cell(description)} | ${expected} | ${given ?? 'none'} |`,
          ),
          ...(more === 0 ? [] : ['', `${more} more are in the JSON report.`]),
          '',
        ]),
  ].join('\n');
}

function cell(text: string): string {
  return text.replace(/[|\\`<>*_[\]]/g, String.raw`\$&`).replace(/\s+/g, ' ');
}
