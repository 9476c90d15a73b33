import { LIMITS } from '../spec/limits.ts';
import { readText } from './parser/parser.ts';
import type { Mark, MarkKind } from './parser/state.ts';
import type { Variables } from './variables.ts';

export interface HighlightRange {
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
}

/** What each run of characters is, in order and without overlaps; white space is in no range. */
export function highlight(text: string, variables?: Variables): HighlightRange[] {
  return marksOf(text, variables).map(({ start, end, kind }) => ({ start, end, kind }));
}

/** Text that is too long has no marks: it would not be read either. */
export function marksOf(text: string, variables?: Variables): Mark[] {
  if (text.length > LIMITS.query.textCharactersMax) return [];
  const marks: Mark[] = [];
  let end = 0;
  for (const mark of readText(text, variables).parser.marks.toSorted((a, b) => a.start - b.start)) {
    if (mark.start < end) continue;
    marks.push(mark);
    end = mark.end;
  }
  return marks;
}
