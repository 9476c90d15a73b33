/**
 * Markdown for notes: headings, lists, tables, code, quotes, emphasis and links. HTML remains text and an image its
 * name, so that a text panel shows its source and loads nothing.
 */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'strike'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly children: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' };

export interface ListItem {
  readonly depth: number;
  readonly children: readonly Inline[];
}

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^\s*([-*_])(\s*\1){2,}\s*$/;
const ITEM = /^(\s*)(?:([-*+])|(\d{1,9})[.)])\s+(.*)$/;
const FENCE = /^\s*```/;
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

export function readMarkdown(text: string): Block[] {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const { block, next } = readBlock(lines, at);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return blocks;
}

interface ReadBlock {
  readonly block: Block | undefined;
  readonly next: number;
}

function readBlock(lines: readonly string[], at: number): ReadBlock {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: undefined, next: at + 1 };
  if (FENCE.test(line)) return readCode(lines, at);
  const heading = HEADING.exec(line);
  if (heading !== null) {
    const level = Math.min(3, heading[1]?.length ?? 1) as 1 | 2 | 3;
    return {
      block: { kind: 'heading', level, children: readInline(heading[2] ?? '') },
      next: at + 1,
    };
  }
  if (RULE.test(line)) return { block: { kind: 'rule' }, next: at + 1 };
  if (ITEM.test(line)) return readList(lines, at);
  if (isTableAt(lines, at)) return readTable(lines, at);
  return readText(lines, at);
}

function readCode(lines: readonly string[], at: number): ReadBlock {
  const found = lines.findIndex((line, place) => place > at && FENCE.test(line));
  const end = found < 0 ? lines.length : found;
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function readList(lines: readonly string[], at: number): ReadBlock {
  const items: ListItem[] = [];
  const isOrdered = ITEM.exec(lines[at] ?? '')?.[3] !== undefined;
  let next = at;
  for (; next < lines.length; next += 1) {
    const found = ITEM.exec(lines[next] ?? '');
    if (found === null) break;
    const depth = Math.min(3, Math.floor((found[1]?.length ?? 0) / 2));
    items.push({ depth, children: readInline(found[4] ?? '') });
  }
  return { block: { kind: 'list', isOrdered, items }, next };
}

function isTableAt(lines: readonly string[], at: number): boolean {
  return (lines[at] ?? '').includes('|') && DIVIDER.test(lines[at + 1] ?? '');
}

function readTable(lines: readonly string[], at: number): ReadBlock {
  const rows = [cellsOf(lines[at] ?? '')];
  let next = at + 2;
  for (; next < lines.length && (lines[next] ?? '').includes('|'); next += 1) {
    rows.push(cellsOf(lines[next] ?? ''));
  }
  return { block: { kind: 'table', rows }, next };
}

function cellsOf(line: string): readonly (readonly Inline[])[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split('|').map((cell) => readInline(cell.trim()));
}

function readText(lines: readonly string[], at: number): ReadBlock {
  const isQuote = /^\s*>/.test(lines[at] ?? '');
  let next = at;
  const texts: string[] = [];
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const goesOn = isQuote ? /^\s*>/.test(line) : next === at || !startsBlock(lines, next);
    if (line.trim() === '' || !goesOn) break;
    texts.push(isQuote ? line.replace(/^\s*>\s?/, '') : line.trim());
  }
  const children = readInline(texts.join('\n'));
  return { block: { kind: isQuote ? 'quote' : 'paragraph', children }, next };
}

function startsBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  return (
    [HEADING, RULE, ITEM, FENCE].some((form) => form.test(line)) ||
    /^\s*>/.test(line) ||
    isTableAt(lines, at)
  );
}

const DEPTH_MAX = 4;
const MARKERS = [
  ['**', 'strong'],
  ['__', 'strong'],
  ['~~', 'strike'],
  ['*', 'emphasis'],
  ['_', 'emphasis'],
] as const;

/** Reads from the left; a sign without its other half is text. */
export function readInline(text: string, depth = 0): Inline[] {
  const found: Inline[] = [];
  let plain = '';
  let at = 0;
  const push = (piece: Inline, next: number): void => {
    if (plain !== '') found.push({ kind: 'text', text: plain });
    plain = '';
    found.push(piece);
    at = next;
  };
  while (at < text.length) {
    const piece = depth < DEPTH_MAX ? readPiece(text, at, depth) : undefined;
    if (piece !== undefined) push(piece.inline, piece.next);
    else if (text[at] === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) {
      plain += text[at + 1] ?? '';
      at += 2;
    } else {
      plain += text[at] ?? '';
      at += 1;
    }
  }
  if (plain !== '') found.push({ kind: 'text', text: plain });
  return found;
}

interface Piece {
  readonly inline: Inline;
  readonly next: number;
}

function readPiece(text: string, at: number, depth: number): Piece | undefined {
  switch (text[at]) {
    case '`': {
      const end = text.indexOf('`', at + 1);
      if (end < 0) return undefined;
      return { inline: { kind: 'code', text: text.slice(at + 1, end) }, next: end + 1 };
    }
    case '!':
      return text[at + 1] === '[' ? readImage(text, at) : undefined;
    case '[':
      return readLink(text, at, depth);
    case 'h':
      return readAddress(text, at);
    case '*':
    case '_':
    case '~':
      return readMarked(text, at, depth);
    default:
      return undefined;
  }
}

function readMarked(text: string, at: number, depth: number): Piece | undefined {
  for (const [marker, kind] of MARKERS) {
    if (!text.startsWith(marker, at)) continue;
    const begin = at + marker.length;
    const end = text.indexOf(marker, begin + 1);
    const isInWord = marker.startsWith('_') && /\w/.test(text[at - 1] ?? '');
    if (end < 0 || isInWord || /\s/.test(text[begin] ?? ' ') || /\s/.test(text[end - 1] ?? ' ')) {
      continue;
    }
    const children = readInline(text.slice(begin, end), depth + 1);
    return { inline: { kind, children }, next: end + marker.length };
  }
  return undefined;
}

interface Bracketed {
  readonly label: string;
  readonly target: string;
  readonly next: number;
}

function readBrackets(text: string, at: number): Bracketed | undefined {
  const close = text.indexOf('](', at + 1);
  const end = close < 0 ? -1 : text.indexOf(')', close);
  if (end < 0) return undefined;
  const label = text.slice(at + 1, close);
  if (label.includes('\n')) return undefined;
  return { label, target: text.slice(close + 2, end).trim(), next: end + 1 };
}

function readLink(text: string, at: number, depth: number): Piece | undefined {
  const found = readBrackets(text, at);
  if (found === undefined) return undefined;
  const children = readInline(found.label, depth + 1);
  const { target: href, next } = found;
  if (!isAddress(href)) return undefined;
  return { inline: { kind: 'link', href, children }, next };
}

/** Nothing is loaded from elsewhere: an image is its name. */
function readImage(text: string, at: number): Piece | undefined {
  const found = readBrackets(text, at + 1);
  if (found === undefined) return undefined;
  return { inline: { kind: 'text', text: found.label }, next: found.next };
}

function readAddress(text: string, at: number): Piece | undefined {
  if (!text.startsWith('https://', at) || /\w/.test(text[at - 1] ?? '')) return undefined;
  const [href = ''] = /^[^\s<>"'`|]+/.exec(text.slice(at, at + 2_000)) ?? [];
  const clean = href.replace(/[.,;:!?)\]]+$/, '');
  if (!isAddress(clean)) return undefined;
  const children = [{ kind: 'text', text: clean } as const];
  return { inline: { kind: 'link', href: clean, children }, next: at + clean.length };
}

/** Pages of this app, and addresses that cannot run anything. */
function isAddress(href: string): boolean {
  if (/^\/(?!\/)/.test(href)) return !href.includes('\\');
  if (!/^(https?|mailto):/i.test(href)) return false;
  return URL.canParse(href);
}
