import { listPatterns } from '../../../contract/search-views.ts';
import { cell, share } from './cells.ts';
import { incompleteBecause, readQuery, shortTime } from './read-range.ts';
import type { RunTool } from './tool.ts';

export const logsPatterns: RunTool<'logs_patterns'> = async (caller, input) => {
  const read = await readQuery(caller, input);
  const { data } = await caller.call(listPatterns, {
    query: { query: input.query, ...read.bounds, limit: input.limit },
  });
  const incomplete = await incompleteBecause(caller, read);
  const { matched, sampled, found, patterns } = data;
  return {
    head: (shown) =>
      `${shown} of ${found} patterns in ${sampled} of ${matched} events, ${read.range}`,
    tables: [
      {
        columns: ['template', 'count', 'share', 'level', 'new', 'first', 'last', 'sampleId'],
        rows: patterns.map((pattern) => [
          pattern.template,
          cell(pattern.estimate),
          share(pattern.share, 1),
          pattern.severity,
          pattern.isNew === null ? '' : pattern.isNew ? 'yes' : 'no',
          shortTime(Date.parse(pattern.firstSeen)),
          shortTime(Date.parse(pattern.lastSeen)),
          pattern.samples[0]?._id ?? '',
        ]),
      },
    ],
    cut: [
      ...(found > patterns.length ? ['rows' as const] : []),
      ...(sampled < matched ? ['sample' as const] : []),
    ],
    incomplete,
    next: patterns.length === 0 ? 'a wider range, or describe' : 'logs_event with a sampleId',
  };
};
