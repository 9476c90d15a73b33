/** Identifiers in an item, written as programs write them; a line must contain them verbatim. */

/** A range in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function spanOf(found: RegExpExecArray | RegExpMatchArray): Span {
  const start = found.index ?? 0;
  return { start, end: start + found[0].length };
}

/** `a_b`, `a.b`, `/a/b`, `a@b`, `a::b`, `--flag`: written as programs write it. */
const IDENTIFIER =
  /(?<![\p{L}\d])(?:--?[\p{L}][\p{L}\d-]*|\/?[\p{L}\d-]+(?:(?:[_@/\\]|\.(?=[\p{L}\d])|::?(?=[\p{L}\d]))[\p{L}\d-]+)+(?:\[[\p{L}\d]+\])?|\/[\p{L}\d-]+)/gu;
/** `po-1004`, `web-03`: one of many things, distinguished by its number. */
const NUMBERED = /(?<![\p{L}\d-])\p{L}+(?:-\p{L}+)*-\d[\p{L}\d]*(?:-[\p{L}\d]+)*/gu;
const NO_IDENTIFIER = /^(?:and\/or|und\/oder|e\.g|i\.e|z\.B)$/i;

export function identifiersOf(text: string): RegExpExecArray[] {
  const whole = [...text.matchAll(IDENTIFIER)];
  // The `run-918` of `run-918.xml` is not a separate identifier.
  const numbered = [...text.matchAll(NUMBERED)].filter(
    (found) => !whole.some((other) => isWithin(spanOf(found), spanOf(other))),
  );
  return [...whole, ...numbered].filter((found) => !NO_IDENTIFIER.test(found[0]));
}

/** The identifier as a whole: `/orders` is not `/orders/7`, and `part1.csv` is not `part1.csv.zst`. */
export function literalOf(identifier: string): RegExp {
  const escaped = identifier.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  // In a URL the host may precede a path, but another folder may not.
  const before = identifier.startsWith('/')
    ? String.raw`(?<!(?<!\/)\/[\p{L}\d._-]{1,80})`
    : String.raw`(?<![\p{L}\d_])`;
  return new RegExp(`${before}${escaped}${String.raw`(?![\p{L}\d_]|[./][\p{L}\d])`}`, 'iu');
}

export function inside(spans: readonly Span[], word: Span): boolean {
  return spans.some((span) => isWithin(word, span));
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}
