/**
 * Finds where the message of each row starts. The format is unknown: the rows of a batch vote on it. A row has a header
 * if a time or a level is among its first fields; from there the header extends over the fields that nearly all rows of
 * the same shape have next. If they disagree, several sources may be mixed, so the rows are split by their next field
 * and vote again.
 */
import { CODE } from './characters.ts';
import {
  createFieldTable,
  FIELD,
  FIELDS_MAX,
  isPlainField,
  readFields,
  type FieldTable,
} from './header-fields.ts';
import { at, KIND, kindAt, type TokenTable } from './token-table.ts';

export interface Headers {
  /** Index of each row's first message token. */
  readonly begins: Int32Array;
  /** Rank of the level each header names, 0 for none. */
  readonly severities: Int32Array;
}

/** The part of the rows that has to agree. */
const SHARE = 0.9;
/** Number of leading fields that must contain the first time or level. */
const TIME_FIELDS = 6;
const SEVERITY_FIELDS = 4;
/** Rows a shape needs before its own fields are believed. */
const PART_ROWS_MIN = 10;
const DEPTH_MAX = 10;
const KINDS = Object.keys(FIELD).length;

interface Learner {
  readonly table: TokenTable;
  readonly texts: readonly string[];
  readonly fields: FieldTable;
  /** Number of header fields of each row. */
  readonly cuts: Int32Array;
}

export function learnHeaders(
  table: TokenTable,
  texts: readonly string[],
  rowStarts: Int32Array,
): Headers {
  const rows = texts.length;
  const fields = createFieldTable(rows);
  for (let row = 0; row < rows; row += 1) {
    const text = texts[row] ?? '';
    readFields(fields, table, text, row, at(rowStarts, row), at(rowStarts, row + 1));
  }
  const learner: Learner = { table, texts, fields, cuts: new Int32Array(rows) };
  for (const shape of groupByShape(learner, rows)) extend(learner, shape, 0);
  return readHeaders(learner, table, rowStarts);
}

/** Rows with the same kinds of fields up to their first time or level; that field is their first cut. */
function groupByShape(learner: Learner, rows: number): number[][] {
  const { fields, cuts } = learner;
  const shapes = new Map<number, number[]>();
  const rowsByStart = new Int32Array(KINDS);
  const rowsByAnchor = new Int32Array(KINDS * FIELDS_MAX);
  for (let row = 0; row < rows; row += 1) {
    if (at(fields.counts, row) === 0) continue;
    const start = at(fields.kinds, row * FIELDS_MAX);
    rowsByStart[start] = at(rowsByStart, start) + 1;
    const anchor = findAnchor(fields, row);
    if (anchor < 0) continue;
    const slot = start * FIELDS_MAX + anchor;
    rowsByAnchor[slot] = at(rowsByAnchor, slot) + 1;
    cuts[row] = anchor + 1;
    const key = shapeKey(fields, row, anchor);
    const known = shapes.get(key);
    if (known === undefined) shapes.set(key, [row]);
    else known.push(row);
  }
  return [...shapes.values()]
    .map((shape) => {
      const first = shape[0] ?? 0;
      const start = at(fields.kinds, first * FIELDS_MAX);
      const agreeing = at(rowsByAnchor, start * FIELDS_MAX + at(cuts, first) - 1);
      // If nearly all rows have their anchor at this position, the words before it belong to the header; otherwise they
      // are a sentence that happens to contain a time.
      return agreeing >= SHARE * at(rowsByStart, start)
        ? shape
        : shape.filter((row) => hasHeaderStart(learner, row));
    })
    .filter((shape) => shape.length > 0);
}

/** The first field that is a time, else the first that is a level; -1 without either. */
function findAnchor(fields: FieldTable, row: number): number {
  const base = row * FIELDS_MAX;
  const count = at(fields.counts, row);
  for (let field = 0; field < Math.min(count, TIME_FIELDS); field += 1) {
    if (isTime(at(fields.kinds, base + field))) return field;
  }
  for (let field = 0; field < Math.min(count, SEVERITY_FIELDS); field += 1) {
    if (at(fields.kinds, base + field) === FIELD.severity) return field;
  }
  return -1;
}

function isTime(kind: number): boolean {
  return kind === FIELD.time || kind === FIELD.epoch;
}

function shapeKey(fields: FieldTable, row: number, anchor: number): number {
  let key = 1;
  for (let field = 0; field <= anchor; field += 1) {
    key = key * KINDS + at(fields.kinds, row * FIELDS_MAX + field);
  }
  return key;
}

/** At most one plain word before a time, and none before a level; otherwise the row gets no header. */
function hasHeaderStart(learner: Learner, row: number): boolean {
  const { fields, cuts } = learner;
  const anchor = at(cuts, row) - 1;
  const base = row * FIELDS_MAX;
  let plain = 0;
  for (let field = 0; field < anchor; field += 1) {
    if (isPlain(learner, row, field)) plain += 1;
  }
  const plainMax = isTime(at(fields.kinds, base + anchor)) ? 1 : 0;
  if (plain <= plainMax) return true;
  cuts[row] = 0;
  return false;
}

function isPlain(learner: Learner, row: number, field: number): boolean {
  const { fields, table, texts } = learner;
  return isPlainField(fields, table, texts[row] ?? '', row, field);
}

interface Vote {
  /** Maximum fields skipped before the wanted one. */
  readonly skipMax: number;
  readonly isWanted: (kind: number) => boolean;
  /** A component's colon ends the header: what follows is the message. */
  readonly isLast: boolean;
}

const isDirect = (kind: number): boolean =>
  kind === FIELD.number ||
  kind === FIELD.severity ||
  kind === FIELD.bracket ||
  kind === FIELD.dash ||
  isTime(kind);

const VOTES: readonly Vote[] = [
  { skipMax: 0, isWanted: isDirect, isLast: false },
  { skipMax: 4, isWanted: (kind) => kind === FIELD.severity, isLast: false },
  { skipMax: 4, isWanted: isTime, isLast: false },
  { skipMax: 2, isWanted: (kind) => kind === FIELD.component, isLast: true },
  { skipMax: 2, isWanted: (kind) => kind === FIELD.dash, isLast: false },
  { skipMax: 1, isWanted: (kind) => kind === FIELD.bracket, isLast: false },
  { skipMax: 2, isWanted: (kind) => kind === FIELD.number, isLast: false },
];

function extend(learner: Learner, rows: readonly number[], depth: number): void {
  if (depth > DEPTH_MAX || rows.length === 0) return;
  // Fields that differ in kind are a sign of mixed sources: then each part votes for itself.
  if (!isMixed(learner, rows)) {
    for (const vote of VOTES) {
      const before = vote.isLast ? rows.map((row) => at(learner.cuts, row)) : [];
      const agreeing = runVote(learner, rows, vote);
      if (agreeing !== undefined) {
        if (vote.isLast) cutKnownHosts(learner, rows, before);
        else extend(learner, agreeing, depth + 1);
        return;
      }
    }
  }
  const parts = groupByNext(learner, rows);
  if (parts.size < 2) return;
  for (const [kind, part] of parts) {
    if (part.length >= PART_ROWS_MIN && isHeaderPart(learner, part, kind)) {
      extend(learner, part, depth + 1);
    }
  }
}

/**
 * Handles rows without a component, such as `<time> <host> last message repeated 3 times`: the field that other rows
 * have before their component belongs to the header here too. `before` contains the cuts from before the vote.
 */
function cutKnownHosts(learner: Learner, rows: readonly number[], before: readonly number[]): void {
  const { cuts } = learner;
  const hosts = new Set<number>();
  for (const [index, row] of rows.entries()) {
    const cut = before[index] ?? 0;
    if (at(cuts, row) > cut + 1) hosts.add(keyOfField(learner, row, cut));
  }
  for (const [index, row] of rows.entries()) {
    const cut = before[index] ?? 0;
    const isAlone = at(cuts, row) === cut && at(learner.fields.counts, row) > cut + 1;
    if (isAlone && hosts.has(keyOfField(learner, row, cut))) cuts[row] = cut + 1;
  }
}

/** The key of a field's last token, which for a host is its only one. */
function keyOfField(learner: Learner, row: number, field: number): number {
  return at(learner.table.keys, at(learner.fields.lasts, row * FIELDS_MAX + field));
}

/** Whether more than a few rows continue with a header mark, while more than a few do not or have a different one. */
function isMixed(learner: Learner, rows: readonly number[]): boolean {
  const { fields, cuts } = learner;
  const counts = new Int32Array(KINDS);
  let marked = 0;
  for (const row of rows) {
    const cut = at(cuts, row);
    if (cut >= at(fields.counts, row)) continue;
    const kind = at(fields.kinds, row * FIELDS_MAX + cut);
    counts[kind] = at(counts, kind) + 1;
    if (isDirect(kind)) marked += 1;
  }
  return marked > (1 - SHARE) * rows.length && Math.max(...counts) < SHARE * rows.length;
}

/** Moves the cut of the rows that have the wanted field next, if nearly all have it; otherwise does nothing. */
function runVote(learner: Learner, rows: readonly number[], vote: Vote): number[] | undefined {
  const { fields, cuts } = learner;
  let voters = 0;
  let votes = 0;
  for (const row of rows) {
    const cut = at(cuts, row);
    if (at(fields.counts, row) <= cut) continue;
    voters += 1;
    if (findWanted(fields, row, cut, vote) >= 0) votes += 1;
  }
  if (votes === 0 || votes < SHARE * voters) return undefined;
  return rows.filter((row) => {
    const field = findWanted(fields, row, at(cuts, row), vote);
    if (field >= 0) cuts[row] = field + 1;
    return field >= 0;
  });
}

/** Returns the next wanted field, or -1. A header must leave a message: only a colon may be the last field. */
function findWanted(fields: FieldTable, row: number, cut: number, vote: Vote): number {
  const count = at(fields.counts, row);
  const limit = Math.min(count, cut + vote.skipMax + 1);
  for (let field = cut; field < limit; field += 1) {
    if (vote.isWanted(at(fields.kinds, row * FIELDS_MAX + field))) {
      return vote.isLast || field + 1 < count ? field : -1;
    }
  }
  return -1;
}

/** A word that typically starts a sentence: most likely the message. */
const PLAIN = KINDS;

function groupByNext(learner: Learner, rows: readonly number[]): Map<number, number[]> {
  const { fields, cuts } = learner;
  const parts = new Map<number, number[]>();
  for (const row of rows) {
    const cut = at(cuts, row);
    if (cut >= at(fields.counts, row)) continue;
    const field = at(fields.kinds, row * FIELDS_MAX + cut);
    const kind = field === FIELD.other && isPlain(learner, row, cut) ? PLAIN : field;
    const part = parts.get(kind);
    if (part === undefined) parts.set(kind, [row]);
    else part.push(row);
  }
  return parts;
}

/** Whether rows whose next field is of this kind may be another source, and not just messages that start so. */
function isHeaderPart(learner: Learner, part: readonly number[], kind: number): boolean {
  const { fields, cuts } = learner;
  const first = part[0] ?? 0;
  const before = at(fields.kinds, first * FIELDS_MAX + at(cuts, first) - 1);
  if (kind === PLAIN) return isTime(before);
  if (kind === FIELD.number) return isTime(before);
  if (kind === FIELD.bracket) return before !== FIELD.bracket;
  if (kind !== FIELD.component) return true;
  // `Error:` is a message, `org.acme.Shop:` a component.
  let plain = 0;
  for (const row of part) if (isPlain(learner, row, at(cuts, row))) plain += 1;
  return plain <= (1 - SHARE) * part.length;
}

function readHeaders(learner: Learner, table: TokenTable, rowStarts: Int32Array): Headers {
  const { fields, cuts } = learner;
  const rows = cuts.length;
  const begins = new Int32Array(rows);
  const severities = new Int32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const base = row * FIELDS_MAX;
    const cut = at(cuts, row);
    let begin = cut > 0 ? at(fields.lasts, base + cut - 1) + 1 : at(rowStarts, row);
    const end = at(rowStarts, row + 1);
    while (
      cut > 0 &&
      begin < end &&
      kindAt(table, begin) === KIND.punctuation &&
      at(table.keys, begin) === CODE.bar
    ) {
      begin += 1;
    }
    begins[row] = begin;
    for (let field = 0; field < cut && at(severities, row) === 0; field += 1) {
      severities[row] = at(fields.severities, base + field);
    }
  }
  return { begins, severities };
}
