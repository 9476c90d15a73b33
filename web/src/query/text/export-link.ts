/** A search as the beginning of a scheduled export: what can be taken along stands in the address of its editor. */
import { parse, parseTime } from '../../../../src/language/index.ts';
import { withoutBounds } from './alert-link.ts';

interface Asked {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
}

/** A search for events becomes an archive of them; whatever has commands becomes a report, which takes any. */
export function exportLink({ query, earliest, latest }: Asked): Record<string, string> {
  const { stages = [] } = parse(query).query ?? {};
  if (stages.length <= 1 && (stages[0]?.kind ?? 'search') === 'search') {
    const events = withoutBounds(query);
    return { mode: 'archive', q: events === '' ? '*' : events };
  }
  return {
    mode: 'report',
    q: query.trim(),
    ...(isRelative(earliest) && isRelative(latest) ? { earliest, latest } : {}),
  };
}

/** A time that stands still would write the same file at every run. */
function isRelative(text: string): boolean {
  return parseTime(text).kind === 'relative';
}
