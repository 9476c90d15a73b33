import { invalid } from '../../../base/errors.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import { resolveTime, type Zone } from '../../../language/index.ts';

/** The range of a report, relative to the time it is made for. */
export function reportWindow(
  row: Pick<ExportRow, 'earliest' | 'latest'>,
  zone: Zone,
  at: number,
): { readonly from: number; readonly to: number } {
  const from = resolve('earliest', row.earliest ?? '-24h', zone.name, at);
  const to = resolve('latest', row.latest ?? 'now', zone.name, at);
  if (to <= from) throw invalid('latest', 'The time range is empty.');
  return { from, to };
}

function resolve(path: string, text: string, timeZone: string, now: number): number {
  const time = resolveTime(text, { now, timeZone });
  if (time.kind === 'problem') throw invalid(path, time.message);
  return time.ms;
}
