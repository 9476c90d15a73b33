/** Index of the lines for the evaluator: which segments contain which concept, and how rare each concept is. */
import { looksLikeInstructions } from './detect-instructions.ts';
import { impliedConcepts } from './implied-concepts.ts';
import { areCompressed, readSegments, type Segment } from './read-segments.ts';
import { readLineWords, type Meanings, type Word } from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

export interface LineIndex {
  readonly lines: readonly string[];
  readonly segments: readonly Segment[];
  readonly isCompressed: boolean;
  /** Segments that contain each concept, in order. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
  /** Weight of a concept: the fewer distinct lines contain it, the higher. */
  readonly weightOf: (concept: string) => number;
  /** Whether a segment may be evidence. */
  readonly isUsable: (segment: number) => boolean;
  readonly wordsOf: (segment: number) => readonly Word[];
  /** Concepts of a segment, stated or implied. */
  readonly conceptsOf: (segment: number) => ReadonlySet<string>;
  readonly rootsOf: (segment: number) => ReadonlySet<string>;
  readonly meanings: Meanings;
  /** The segment that is the title of a segment. */
  readonly titleAbove: (segment: number) => number | undefined;
}

export function indexLines(lines: readonly string[]): LineIndex {
  const meanings: Meanings = new Map();
  const segments = readSegments(lines);
  const barred = lines.map((line) => looksLikeInstructions(line));
  const { postings, frequencies, shapes } = countConcepts(segments, meanings);
  const words = new Map<number, readonly Word[]>();
  const concepts = new Map<number, ReadonlySet<string>>();
  const roots = new Map<number, ReadonlySet<string>>();
  const weights = new Map<string, number>();
  const usable = new Map<number, boolean>();
  let titles: ReturnType<typeof findTitles> | undefined;
  const textOf = (segment: number): string => segments[segment]?.text ?? '';
  const wordsOf = (segment: number): readonly Word[] =>
    remember(words, segment, () => readLineWords(textOf(segment), meanings));
  return {
    lines,
    segments,
    isCompressed: areCompressed(lines),
    postings,
    meanings,
    titleAbove: (segment) => (titles ??= findTitles(segments))[segment],
    weightOf: (concept) =>
      remember(weights, concept, () =>
        Math.log(1 + (shapes + 1) / (1 + (frequencies.get(concept) ?? 0))),
      ),
    isUsable: (segment) =>
      remember(usable, segment, () => {
        const line = segments[segment]?.line ?? -1;
        return (
          barred[line] === false && foldedLength(textOf(segment)) >= THRESHOLDS.characters.quoteMin
        );
      }),
    wordsOf,
    conceptsOf: (segment) =>
      remember(concepts, segment, () => {
        const said = wordsOf(segment).map((word) => word.concept);
        return new Set([...said, ...impliedConcepts(textOf(segment))]);
      }),
    rootsOf: (segment) =>
      remember(roots, segment, () => new Set(wordsOf(segment).map((word) => word.root))),
  };
}

interface Counts {
  readonly postings: Map<string, number[]>;
  /** Number of distinct lines that contain each concept; lines that differ only in numbers and names count as one. */
  readonly frequencies: Map<string, number>;
  readonly shapes: number;
}

function countConcepts(segments: readonly Segment[], meanings: Meanings): Counts {
  const postings = new Map<string, number[]>();
  const frequencies = new Map<string, number>();
  const shapes = new Set<string>();
  for (const [index, segment] of segments.entries()) {
    const concepts = new Set<string>();
    let shape = '';
    for (const { concept, kind } of readLineWords(segment.text, meanings)) {
      if (kind === 'stop' || concepts.has(concept)) continue;
      concepts.add(concept);
      if (kind === 'word') shape += `${concept} `;
    }
    for (const concept of impliedConcepts(segment.text)) concepts.add(concept);
    const isNew = !shapes.has(shape);
    shapes.add(shape);
    for (const concept of concepts) {
      const found = postings.get(concept);
      if (found === undefined) postings.set(concept, [index]);
      else found.push(index);
      if (isNew || found === undefined) {
        frequencies.set(concept, (frequencies.get(concept) ?? 0) + 1);
      }
    }
  }
  return { postings, frequencies, shapes: shapes.size };
}

export function foldedLength(text: string): number {
  return text.trim().replace(/\s+/g, ' ').length;
}

function remember<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = make();
  known.set(key, value);
  return value;
}

/** Rows that are the title of those below them. */

/** `== Network`, `##[group]Run tests`, `TASK [copy files] ***`: the title of what follows. */
const SECTION =
  /^\W{0,3}(?:[\d:.,TZ/ +-]{8,35}\s+)?(?:(?:={2,}>?|#{2,}|::group::)\s*(?:\[\w+\])?\s*(?=\p{L})|(?:TASK|PLAY|STAGE|STEP|SECTION) \[)/u;
/** Matches every title; filters out most rows cheaply. */
const HINT = /==|##|::group::|[A-Z] \[/;

/** Per segment the title above it; a title has none. */
function findTitles(segments: readonly Segment[]): readonly (number | undefined)[] {
  let title: number | undefined;
  return segments.map(({ text }, at) => {
    if (!HINT.test(text) || !SECTION.test(text)) return title;
    title = at;
    return undefined;
  });
}
