import type { CheckResult, Report } from './outcome.ts';

/** Where a result is shown that no line of a file is named for. */
export interface Place {
  /** The file that was evaluated; undefined when the server found the events. */
  readonly file: string | undefined;
}

const LEVELS = {
  passed: { kind: 'pass', level: 'none' },
  failed: { kind: 'fail', level: 'error' },
  not_evaluable: { kind: 'open', level: 'none' },
} as const;

/** SARIF 2.1.0: a rule and a result for each item. */
export function sarifReport(report: Report, { file }: Place): string {
  const { name, results, notEvaluated } = report;
  const unasked =
    notEvaluated === undefined || results.length > 0
      ? []
      : [resultOf({ ...UNASKED, message: notEvaluated }, name, file)];
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Xplain',
            rules: results.map(({ id }) => ({ id, shortDescription: { text: plain(id) } })),
          },
        },
        results: [...results.map((result) => resultOf(result, name, file)), ...unasked],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const UNASKED: Omit<CheckResult, 'message'> = {
  id: 'evaluation',
  by: 'evaluation',
  outcome: 'not_evaluable',
  lines: [],
};

function resultOf(result: CheckResult, name: string, file: string | undefined): object {
  const { id, outcome, message, lines } = result;
  const uri = encodeURI((file ?? `xplain/${name}`).replaceAll('\\', '/'));
  const artifact = { artifactLocation: { uri } };
  const physical = (lines.length === 0 ? [undefined] : lines).map((startLine) => ({
    physicalLocation: {
      ...artifact,
      ...(startLine === undefined ? {} : { region: { startLine } }),
    },
  }));
  return { ruleId: id, ...LEVELS[outcome], message: { text: plain(message) }, locations: physical };
}

/** No control characters and no half ones: viewers show the text as it is. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').toWellFormed();
}
