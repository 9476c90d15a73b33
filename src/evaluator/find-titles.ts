/** Rows that are the title of those below them. */
import type { Segment } from './read-segments.ts';

/** `== Network`, `##[group]Run tests`, `TASK [copy files] ***`: the title of what follows. */
const SECTION =
  /^\W{0,3}(?:[\d:.,TZ/ +-]{8,35}\s+)?(?:(?:={2,}>?|#{2,}|::group::)\s*(?:\[\w+\])?\s*(?=\p{L})|(?:TASK|PLAY|STAGE|STEP|SECTION) \[)/u;
/** What every title has, to leave out most rows at once. */
const HINT = /==|##|::group::|[A-Z] \[/;

/** Per segment the title above it; a title has none. */
export function findTitles(segments: readonly Segment[]): readonly (number | undefined)[] {
  let title: number | undefined;
  return segments.map(({ text }, at) => {
    if (!HINT.test(text) || !SECTION.test(text)) return title;
    title = at;
    return undefined;
  });
}
