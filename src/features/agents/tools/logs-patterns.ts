import { listPatterns } from '../../../contract/search-views.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { cell, share, timeCells } from './cells.ts';
import { incompleteBecause, readQuery } from './read-range.ts';
import type { RunTool } from './tool.ts';

export const logsPatterns: RunTool<'logs_patterns'> = async (caller, input) => {
  const read = await readQuery(caller, input);
  const { data } = await caller.call(listPatterns, {
    query: { query: input.query, ...read.bounds, limit: LIMITS.agents.patternsMax },
  });
  const incomplete = await incompleteBecause(caller, read);
  const { matched, sampled, found } = data;
  // A pattern that is new in this range may have occurred only once: do not drop it in favour of frequent ones.
  const patterns = data.patterns
    .toSorted((a, b) => Number(b.isNew === true) - Number(a.isNew === true))
    .slice(0, input.limit);
  const first = timeCells(patterns.map(({ firstSeen }) => firstSeen));
  const last = timeCells(patterns.map(({ lastSeen }) => lastSeen));
  return {
    head: (shown) =>
      `${shown} of ${found} patterns in ${sampled} of ${matched} events, ${read.range}`,
    tables: [
      {
        columns: ['template', 'count', 'share', 'level', 'new', 'first', 'last', 'sampleId'],
        rows: patterns.map((pattern, at) => [
          pattern.template,
          cell(pattern.estimate),
          share(pattern.share, 1),
          pattern.severity,
          pattern.isNew === null ? '' : pattern.isNew ? 'yes' : 'no',
          first[at] ?? '',
          last[at] ?? '',
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
