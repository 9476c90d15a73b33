/** Reports errors and warnings of a query, with their positions. */
import {
  createExpander,
  type Fix,
  lint,
  parse,
  type TimeContext,
  type Variables,
} from '../../../../src/language/index.ts';
import type { KnownData } from './known-data.ts';

export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly fix: Fix | undefined;
}

export function diagnose(
  text: string,
  known: KnownData,
  time: TimeContext,
  variables?: Variables,
): Problem[] {
  if (text.trim() === '') return [];
  const { expandMacro = createExpander([]) } = known;
  const result = parse(text, { expandMacro, ...(variables === undefined ? {} : { variables }) });
  const fields = new Set<string>(known.fields);
  const advice = lint(result, fields.size === 0 ? time : { ...time, fields });
  return [...result.diagnostics, ...advice].map(({ start, end, severity, message, fix }) => {
    const from = Math.min(start, text.length);
    // A problem at the very end covers no character, so the preceding one is underlined.
    const to = Math.min(Math.max(end, start), text.length);
    return {
      from: from === to ? Math.max(0, from - 1) : from,
      to,
      severity: severity === 'hint' ? 'info' : severity,
      message,
      fix,
    };
  });
}
