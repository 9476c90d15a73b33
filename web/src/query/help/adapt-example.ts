/** Examples of the reference, written for the data that is there. */
import type { FieldList } from '../../../../src/contract/search-views.ts';
import {
  canonicalField,
  type Example,
  fieldsOfEvents,
  highlight,
  parse,
} from '../../../../src/language/index.ts';
import { prefixToName } from '../../../../src/spec/reserved-indexes.ts';

type FieldFacts = FieldList['fields'][number];

/** Known indexes and fields of an organization. */
export interface OwnData {
  readonly indexes: readonly string[];
  readonly fields: readonly FieldFacts[];
}

export interface OwnExample extends Example {
  /** Replaced field names, since the data has no such field. */
  readonly swaps: readonly { readonly from: string; readonly to: string }[];
  /** Fields that the data lacks, and for which nothing alike was found. */
  readonly lacks: readonly string[];
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Rewrites an example to use the organization's own fields and indexes; names that exist there stay unchanged. */
export function adaptExample({ query, does }: Example, data: OwnData): OwnExample {
  const indexes = indexChanges(query, data.indexes);
  const missing = missingFields(query, data);
  const swaps = swapsFor(query, missing, data);
  const changes = [...indexes, ...fieldChanges(query, swaps)];
  const written = changes
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
      query,
    );
  if (parse(written).query === undefined) return { query, does, swaps: [], lacks: missing };
  const lacks = missing.filter((name) => !swaps.some(({ from }) => from === name));
  return { query: written, does, swaps, lacks };
}

/** Nothing is known to be missing where nothing is known. */
function missingFields(query: string, { fields }: OwnData): string[] {
  if (fields.length === 0) return [];
  const own = new Set(fields.map(({ name }) => canonicalField(name)));
  return [...fieldsOfEvents(parse(query))].filter(
    (name) => !own.has(canonicalField(name)) && !name.includes('*'),
  );
}

const INDEX = /\bindex=([\w-]+)/g;

function indexChanges(query: string, indexes: readonly string[]): Change[] {
  const open = indexes.filter((name) => prefixToName(name) === undefined);
  const unknown = new Set(
    [...query.matchAll(INDEX)].flatMap(([, name]) =>
      name === undefined || indexes.includes(name) ? [] : [name],
    ),
  );
  const instead = new Map([...unknown].map((name, at) => [name, open[at % open.length]]));
  return [...query.matchAll(INDEX)].flatMap(({ index, 1: name = '', 0: whole }) => {
    const text = instead.get(name);
    const start = index + whole.length - name.length;
    return text === undefined ? [] : [{ start, end: start + name.length, text }];
  });
}

/** Names that need no quotes anywhere in a query. */
const PLAIN = /^[A-Za-z]\w*$/;
const VALUES_MIN = 2;
/** More groups than this are no overview. */
const VALUES_MAX = 200;

function swapsFor(query: string, missing: readonly string[], data: OwnData): OwnExample['swaps'] {
  const taken = new Set(highlight(query).map(({ start, end }) => query.slice(start, end)));
  const swaps: { readonly from: string; readonly to: string }[] = [];
  for (const from of missing) {
    const isNumber = wantsNumber(query, from);
    const found = data.fields
      .filter(({ name, distinct }) => PLAIN.test(name) && distinct >= VALUES_MIN)
      .filter((field) => !taken.has(field.name) && isNumeric(field) === isNumber)
      .filter(({ distinct }) => isNumber || distinct <= VALUES_MAX)
      .toSorted((left, right) => right.count - left.count)[0];
    if (found === undefined) continue;
    taken.add(found.name);
    swaps.push({ from, to: found.name });
  }
  return swaps;
}

/** Whether the query computes with the field, or only tells its values apart. */
function wantsNumber(query: string, name: string): boolean {
  const field = name.replaceAll(/[^\w]/g, String.raw`\$&`);
  const uses = [
    String.raw`\b(?:avg|sum|min|max|median|round|p\d+|perc\d+)\(${field}\b`,
    String.raw`\b${field}\s*(?:[<>*/+]|>=|<=)`,
    String.raw`[<>*/]\s*${field}\b`,
    String.raw`\bspan=\d+ .*\b${field}\b`,
    String.raw`\b(?:accum|delta|field=)\s*${field}\b`,
    String.raw`\b(?:sort|sortby)\s[^|]*-${field}\b`,
  ];
  return uses.some((use) => new RegExp(use).test(query));
}

function isNumeric({ values }: FieldFacts): boolean {
  return values.length > 0 && values.every(({ value }) => Number.isFinite(Number(value)));
}

function fieldChanges(query: string, swaps: OwnExample['swaps']): Change[] {
  return highlight(query)
    .filter(({ kind }) => kind === 'field')
    .flatMap(({ start, end }) => {
      const name = query.slice(start, end).replace(/^(["'])(.*)\1$/, '$2');
      const swap = swaps.find(({ from }) => from === name);
      return swap === undefined ? [] : [{ start, end, text: swap.to }];
    });
}
