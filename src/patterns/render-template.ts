/** Renders the text of a pattern: constant words as they are, a placeholder where the rows differ. */
import { MASK } from './characters.ts';
import { maskedText } from './mask-word.ts';
import type { LeafGroup } from './merge-leaves.ts';
import { coveringKind, isConstant, type Signatures } from './signatures.ts';
import {
  at,
  commonKind,
  endAt,
  isVariable,
  KIND,
  kindAt,
  placeholderOf,
  startAt,
  VARIABLE,
  type TokenTable,
} from './token-table.ts';

export interface Rendering {
  readonly table: TokenTable;
  readonly signatures: Signatures;
  readonly texts: readonly string[];
}

/** The message part of a pattern's template. */
export function renderMessage(rendering: Rendering, group: LeafGroup): string {
  const { table, signatures, texts } = rendering;
  const leaf = mostGeneral(rendering, group);
  const shown = largest(signatures, leaf);
  const row = at(signatures.firstRows, shown);
  const text = texts[row] ?? '';
  const first = at(signatures.firstTokens, shown);
  const length = at(signatures.lengths, shown);
  const hasForms = group.leaves.length > 1;
  let out = '';
  for (let column = 0; column < length; column += 1) {
    const token = first + column;
    const gap = column > 0 && startAt(table, token) > endAt(table, token - 1) ? ' ' : '';
    const part = renderColumn(rendering, leaf, shown, column, text, hasForms);
    // A long run of unknown words is cut to two placeholders.
    if (part === MASK && gap === ' ' && out.endsWith(`${MASK} ${MASK}`)) continue;
    out += gap + part;
  }
  const isCut = leaf.some((signature) => at(signatures.hasTail, signature) === 1);
  if (!isCut || out.endsWith(MASK)) return out;
  return out === '' ? MASK : `${out} ${MASK}`;
}

/** The leaf with the most variables represents the others, which lack some of them. */
function mostGeneral(rendering: Rendering, group: LeafGroup): number[] {
  const { signatures } = rendering;
  let best: number[] = group.leaves[0] ?? [];
  if (group.leaves.length === 1) return best;
  let bestVariables = -1;
  let bestRows = -1;
  for (const leaf of group.leaves) {
    const variables = countVariables(rendering, leaf);
    const rows = leaf.reduce((sum, signature) => sum + at(signatures.counts, signature), 0);
    if (variables > bestVariables || (variables === bestVariables && rows > bestRows)) {
      best = leaf;
      bestVariables = variables;
      bestRows = rows;
    }
  }
  return best;
}

function countVariables(rendering: Rendering, leaf: readonly number[]): number {
  const { table, signatures } = rendering;
  const first = leaf[0] ?? 0;
  let variables = 0;
  for (let column = 0; column < at(signatures.lengths, first); column += 1) {
    const key = at(table.keys, at(signatures.firstTokens, first) + column);
    const isSame = leaf.every(
      (signature) => at(table.keys, at(signatures.firstTokens, signature) + column) === key,
    );
    if (key === VARIABLE || !isSame) variables += 1;
  }
  return variables;
}

function largest(signatures: Signatures, leaf: readonly number[]): number {
  let best = leaf[0] ?? 0;
  for (const signature of leaf) {
    if (at(signatures.counts, signature) > at(signatures.counts, best)) best = signature;
  }
  return best;
}

function renderColumn(
  rendering: Rendering,
  leaf: readonly number[],
  shown: number,
  column: number,
  text: string,
  hasForms: boolean,
): string {
  const { table, signatures } = rendering;
  const token = at(signatures.firstTokens, shown) + column;
  const literal = text.slice(startAt(table, token), endAt(table, token));
  const kind = kindAt(table, token);
  if (kind === KIND.punctuation) return literal;
  let hasSameKey = true;
  let hasSameText = !(hasForms && isVariable(kind)) && kind !== KIND.any;
  let covering = coveringKind(signatures, table, token);
  for (const signature of leaf) {
    const other = at(signatures.firstTokens, signature) + column;
    if (at(table.keys, other) !== at(table.keys, token)) hasSameKey = false;
    if (at(table.raws, other) !== at(table.raws, token)) hasSameText = false;
    if (!isConstant(signatures, other)) hasSameText = false;
    covering = commonKind(covering, coveringKind(signatures, table, other));
  }
  if (hasSameText) return literal;
  if (!hasSameKey || isVariable(kind)) {
    return inQuotesOf(literal, isVariable(covering) ? placeholderOf(covering) : MASK);
  }
  // Mixed words and quoted texts: equal except for their masked parts.
  return maskedText(text, startAt(table, token), endAt(table, token));
}

function inQuotesOf(literal: string, placeholder: string): string {
  const quote = literal.charAt(0);
  const isQuoted =
    literal.length > 1 && (quote === '"' || quote === "'") && literal.endsWith(quote);
  return isQuoted ? quote + placeholder + quote : placeholder;
}
