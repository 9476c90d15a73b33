/** The question on this page as files and commands of a CI pipeline. */
import {
  askedItems,
  type EvaluationDraft,
  mergeOptionsOf,
  quoted,
  type RowSource,
} from './evaluation-draft.ts';

/** A `checks.yaml`. Texts are written as JSON strings, which YAML reads as well. */
export function checksOf(draft: EvaluationDraft): string {
  const items = askedItems(draft);
  const { strategy, samples } = mergeOptionsOf(draft);
  const lines = [
    `criteria: ${JSON.stringify(draft.criteria)}`,
    ...(draft.mode === 'generic_verdict' ? ['mode: generic_verdict'] : []),
    ...(draft.model === '' ? [] : [`model: ${JSON.stringify(draft.model)}`]),
    ...(draft.logCompression === true ? [] : [`logCompression: ${draft.logCompression}`]),
    ...(strategy === 'clip' ? [] : [`strategy: ${strategy}`]),
    ...(samples === 1 ? [] : [`samples: ${samples}`]),
    ...(items.length === 0 ? [] : ['items:']),
    ...items.flatMap(({ id, description }) => [
      `  - id: ${JSON.stringify(id)}`,
      `    description: ${JSON.stringify(description)}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Requires `XPLAIN_TOKEN`; exits with 0 if everything passed, 1 if something failed, 2 if there is no result. */
export function commandOf(source: RowSource, origin: string): string {
  const { query, earliest, latest } = source;
  return [
    `XPLAIN_URL=${quoted(origin)} xplain evaluate --checks checks.yaml \\`,
    `  --query ${quoted(query)} --earliest ${quoted(earliest)} --latest ${quoted(latest)}`,
  ].join('\n');
}
