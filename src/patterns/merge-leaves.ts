/**
 * Merges leaves of different lengths with the same meaning: `copied to <*>` and `copied to <*>, <*>`, or `connection
 * from <IP> ()` and `connection from <IP> (<*>)`. A run of variables counts as one and a bracket around only a variable
 * is ignored; leaves that are then equal form one pattern.
 */
import { CODE } from './characters.ts';
import { addToPair, newPair, pairText } from './hash.ts';
import type { Signatures } from './signatures.ts';
import { at, VARIABLE, type TokenTable } from './token-table.ts';

export interface LeafGroup {
  /** 16 hexadecimal digits that depend only on the pattern, not on the rows it was found in. */
  readonly id: string;
  readonly leaves: number[][];
}

export function mergeLeaves(
  table: TokenTable,
  signatures: Signatures,
  leaves: readonly number[][],
  groupHashes: ReadonlyMap<number, number>,
): LeafGroup[] {
  const groups = new Map<string, LeafGroup>();
  for (const leaf of leaves) {
    const group = at(signatures.groups, leaf[0] ?? 0);
    const pair = newPair();
    addToPair(pair, groupHashes.get(group) ?? group);
    for (const key of normalForm(leafKeys(table, signatures, leaf))) addToPair(pair, key);
    const id = pairText(pair);
    const known = groups.get(id);
    if (known === undefined) groups.set(id, { id, leaves: [leaf] });
    else known.leaves.push(leaf);
  }
  return [...groups.values()];
}

/** The keys of the leaf's template: VARIABLE wherever its signatures differ. */
function leafKeys(table: TokenTable, signatures: Signatures, leaf: readonly number[]): number[] {
  const first = at(signatures.firstTokens, leaf[0] ?? 0);
  const keys: number[] = [];
  for (let column = 0; column < at(signatures.lengths, leaf[0] ?? 0); column += 1) {
    const key = at(table.keys, first + column);
    const isSame =
      leaf.length === 1 ||
      leaf.every(
        (signature) => at(table.keys, at(signatures.firstTokens, signature) + column) === key,
      );
    keys.push(isSame ? key : VARIABLE);
  }
  return keys;
}

const OPENING: ReadonlyMap<number, number> = new Map([
  [CODE.close, CODE.open],
  [CODE.closeSquare, CODE.openSquare],
  [CODE.closeCurly, CODE.openCurly],
  [CODE.greater, CODE.less],
  [CODE.quote, CODE.quote],
  [CODE.apostrophe, CODE.apostrophe],
]);

function normalForm(keys: readonly number[]): number[] {
  const form: number[] = [];
  for (const key of keys) {
    if (key === VARIABLE) pushVariable(form);
    else if (!dropBracket(form, key)) form.push(key);
  }
  return form;
}

function pushVariable(form: number[]): void {
  if (form.at(-1) === VARIABLE) return;
  if (form.at(-1) === CODE.comma && form.at(-2) === VARIABLE) form.pop();
  else form.push(VARIABLE);
}

/** At a closing bracket or quote: takes it away with what it encloses, if that is a variable or nothing. */
function dropBracket(form: number[], key: number): boolean {
  const opening = OPENING.get(key);
  if (opening === undefined) return false;
  const isQuote = opening === key;
  if (form.at(-1) === VARIABLE && form.at(-2) === opening) {
    form.length -= 2;
    // Quoted content is a value like any other.
    if (isQuote) pushVariable(form);
    return true;
  }
  if (isQuote || form.at(-1) !== opening) return false;
  form.length -= 1;
  return true;
}
