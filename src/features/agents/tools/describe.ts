import { listIndexes } from '../../../contract/indexes.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { DAY_MS, HOUR_MS } from '../../../spec/units.ts';
import { isoTime } from '../../../base/clock.ts';
import { cell } from './cells.ts';
import { fieldTable } from './logs-fields.ts';
import { shortTime } from './read-range.ts';
import type { RunTool } from './tool.ts';
import { ToolRefusal } from './tool-problem.ts';

/** Names of permissions are a closed list of ours. */
const SHOWN_PERMISSIONS = /^(logs|alerts|services|dashboards|saved-searches|evaluations|audit):/;

export const describe: RunTool<'describe'> = async (caller, { index }) => {
  const { data } = await caller.call(listIndexes);
  const chosen = data.filter(({ name }) => index === undefined || name === index);
  if (chosen.length === 0 && index !== undefined) {
    throw new ToolRefusal('NOT_FOUND', 'NOT_FOUND: no such index; describe without one lists all');
  }
  const query = index === undefined ? '*' : `index=${JSON.stringify(index)}`;
  const newest = Math.max(
    ...chosen.map(({ newestEvent }) => Date.parse(newestEvent ?? '')).filter((time) => time > 0),
  );
  const to = Number.isFinite(newest) ? newest + 1 : caller.now;
  const { table } = await fieldTable(caller, query, {
    earliest: isoTime(to - HOUR_MS),
    latest: isoTime(to),
  });
  const may = [...caller.actor.permissions]
    .filter((name) => SHOWN_PERMISSIONS.test(name))
    .toSorted();
  return {
    head: (shown) => `${shown} indexes; may ${may.join(' ')}`,
    tables: [
      {
        columns: ['index', 'days', 'eventsPerDay', 'newest'],
        rows: chosen.map(({ name, retentionDays, events, oldestEvent, newestEvent }) => {
          const since = Date.parse(oldestEvent ?? '');
          const days = Math.max(1, (caller.now - since) / DAY_MS);
          return [
            name,
            cell(retentionDays),
            cell(since > 0 ? Math.round(events / days) : 0),
            newestEvent === null ? '' : shortTime(Date.parse(newestEvent)),
          ];
        }),
      },
      {
        columns: table.columns.filter((_name, at) => at !== DISTINCT),
        rows: table.rows
          .slice(0, LIMITS.agents.fieldsMax)
          .map((row) => row.filter((_cell, at) => at !== DISTINCT)),
      },
    ],
    cut: table.rows.length > LIMITS.agents.fieldsMax ? ['rows'] : [],
    next: 'logs_count, then logs_patterns, then logs_search',
  };
};

/** The column that only `logs_fields` has. */
const DISTINCT = 3;
