import type { Check } from '../../../../../src/contract/checks.ts';
import { quoted } from '../evaluation-draft.ts';

/** The step of a pipeline. Needs `XPLAIN_TOKEN`. */
export function gateCommandOf(
  { name, query }: Pick<Check, 'name' | 'query'>,
  origin: string,
): string {
  const rows = query === null ? '--file deploy.log' : '--since -5m --wait 10m';
  return `XPLAIN_URL=${quoted(origin)} xplain evaluate --check ${quoted(name)} ${rows}`;
}
