import { invalid } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { ExportRow } from '../../../engines/metadata/tables/exports.ts';
import { type SearchNeeds, searchZone } from '../../../flow/search/index.ts';
import { resolveTime } from '../../../language/index.ts';

/** The range of a report, relative to the time it is made for. */
export async function reportWindow(
  { search }: { readonly search: SearchNeeds },
  row: Pick<ExportRow, 'organization_id' | 'earliest' | 'latest' | 'schedule'>,
  at: number,
): Promise<{ readonly from: number; readonly to: number }> {
  const { timeZone } = JSON.parse(row.schedule) as { timeZone?: string };
  const zone = await searchZone(search, organizationId(row.organization_id), timeZone);
  const from = resolve('earliest', row.earliest ?? '-24h', zone.name, at);
  const to = resolve('latest', row.latest ?? 'now', zone.name, at);
  if (to <= from) throw invalid('latest', 'The range is empty.');
  return { from, to };
}

function resolve(path: string, text: string, timeZone: string, now: number): number {
  const time = resolveTime(text, { now, timeZone });
  if (time.kind === 'problem') throw invalid(path, time.message);
  return time.ms;
}
