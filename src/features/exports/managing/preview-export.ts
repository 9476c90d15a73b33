/** What an export would write, and when. */
import type { Actor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import type { ExportPreview, ExportPreviewDraft } from '../../../contract/exports.ts';
import {
  countArrivals,
  macroOptions,
  runSearch,
  searchTree,
  searchZone,
  type TreeSearch,
} from '../../../flow/search/index.ts';
import { parse, toLocal, type Zone } from '../../../language/index.ts';
import { IMPORT_INDEX_PREFIX } from '../../../spec/exports.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { checkTimes, readExportQuery } from './check-export.ts';
import type { ExportNeeds } from './export-needs.ts';
import { checkSchedule, nextTime } from './export-times.ts';

export async function previewExport(
  needs: ExportNeeds,
  actor: Actor,
  draft: ExportPreviewDraft,
  signal: AbortSignal,
): Promise<ExportPreview> {
  const { mode, query: text, schedule } = draft;
  const macros = await macroOptions(needs.search.knowledge, actor.organization, text);
  const query = readExportQuery(mode, text, macros);
  checkTimes(mode, draft);
  checkSchedule(schedule);
  const now = needs.clock.now();
  const named = 'timeZone' in schedule ? schedule.timeZone : undefined;
  const zone = await searchZone(needs.search, actor.organization, named);
  const runs = nextRuns(draft, zone, now);
  if (mode === 'report') {
    const { earliest, latest } = draft;
    const input = {
      query: text,
      ...(earliest === undefined ? {} : { earliest }),
      ...(latest === undefined ? {} : { latest }),
      limit: LIMITS.exports.previewRowsMax,
    };
    const { data } = await runSearch(needs.search, actor, input, signal);
    const { columns, rows } = data;
    const names = columns.map(({ name }) => name);
    return { runs, columns: names, rows, rowsPerDay: null, measuredHours: null };
  }
  const { previewDays, previewRowsMax } = LIMITS.exports;
  const search: TreeSearch = {
    query,
    from: 0,
    to: now + DAY_MS * previewDays,
    stored: { from: now - previewDays * DAY_MS, to: now },
    leftOut: IMPORT_INDEX_PREFIX,
    now,
    timeoutMs: needs.search.limits.query.timeoutMsMax,
  };
  const shown = await searchTree(
    needs.search,
    actor,
    { ...search, rowsMax: previewRowsMax },
    signal,
  );
  const counting = { ...search, by: [], lateMsMin: DAY_MS, order: 'most', rowsMax: 1 } as const;
  const counts = await countArrivals(needs.search, actor, counting, signal);
  const measuredHours = await countHours(needs, actor, search, signal);
  const rowsPerDay =
    measuredHours === 0
      ? 0
      : Math.round(((counts.rows[0]?.count ?? 0) * HOURS_OF_DAY) / measuredHours);
  const columns = shown.columns.map(({ name }) => name);
  return { runs, columns, rows: [...shown.rows], rowsPerDay, measuredHours };
}

const HOURS_OF_DAY = DAY_MS / HOUR_MS;
const COUNT_HOURS =
  '* | eval h=floor(_time/3600), d=floor(_time/86400) | stats dc(h) AS hours, dc(d) AS days';
/** For fewer days the hours are counted, since most of the data then begins or ends within a day. */
const WHOLE_DAYS_MIN = 3;

/**
 * The time that has events, in hours: a rate over a whole week would be far too low for data that began today. By
 * the events' own times, since history may have been sent within minutes.
 */
async function countHours(
  { search: needs }: ExportNeeds,
  actor: Actor,
  search: TreeSearch,
  signal: AbortSignal,
): Promise<number> {
  // The commands after the search may drop the time of an event.
  const { query: counting } = parse(COUNT_HOURS);
  if (counting === undefined) throw new Error('a query of the platform itself cannot be read');
  const stages = [...search.query.stages.slice(0, 1), ...counting.stages.slice(1)];
  const query = { ...search.query, stages };
  const answer = await searchTree(needs, actor, { ...search, query, rowsMax: 1 }, signal);
  const [row] = answer.rows;
  const [hours, days] = [Number(row?.['hours'] ?? 0), Number(row?.['days'] ?? 0)];
  return days < WHOLE_DAYS_MIN ? hours : days * HOURS_OF_DAY;
}

function nextRuns(
  { schedule }: ExportPreviewDraft,
  zone: Zone,
  now: number,
): { at: string; local: string }[] {
  const runs: { at: string; local: string }[] = [];
  let at = now;
  for (let i = 0; i < LIMITS.exports.previewRunsMax; i++) {
    at = nextTime(schedule, zone, at);
    runs.push({ at: isoTime(at), local: localTime(zone, at) });
  }
  return runs;
}

/** `2026-11-16T02:30:00+01:00`. */
function localTime(zone: Zone, at: number): string {
  const local = toLocal(zone, at);
  const offset = local - at;
  const sign = offset < 0 ? '-' : '+';
  const hours = Math.floor(Math.abs(offset) / HOUR_MS);
  const minutes = Math.floor((Math.abs(offset) % HOUR_MS) / MINUTE_MS);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${isoTime(local).slice(0, 19)}${sign}${two(hours)}:${two(minutes)}`;
}
