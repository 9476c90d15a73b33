/** Turns a search into a draft scheduled export, passed in the URL of its editor. */
import { parse, parseTime } from '../../../../src/language/index.ts';
import { withoutBounds } from './alert-link.ts';

interface Asked {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
}

/** A search for events becomes an archive; a query with commands becomes a report, which accepts any query. */
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

/** With a fixed time, every run would write the same file. */
function isRelative(text: string): boolean {
  return parseTime(text).kind === 'relative';
}
