/** Whether the rows of a statement may contain event text, or parts of it. */
import {
  everyQuery,
  fits,
  type Pattern,
  type Query,
  shapeOf,
  type Stage,
} from '../../../language/index.ts';
import type { Statement } from './statement.ts';

/**
 * Event rows do, and so do tables into which a command copies the text: `values(event)`, `top event`, `rename event AS
 * x`, and `rex`, which reads it by default. Finding events by their text and counting them reveal none of it. Other
 * event fields are not text: a query that names one shows it.
 */
export function showsText({ tree, base }: Statement): boolean {
  if (base !== undefined) return showsText(base) || takesText(tree);
  return shapeOf(tree).hasText || takesText(tree);
}

function takesText(tree: Query): boolean {
  return [...everyQuery(tree)].some(({ stages }) => stages.some(stageTakes));
}

/** They keep rows or leave them away; what they keep has its name, by which later stages are caught. */
const SIFTING: ReadonlySet<Stage['kind']> = new Set<Stage['kind']>([
  'search',
  'where',
  'regex',
  'head',
  'tail',
  'sort',
  'dedup',
  'fields',
  'table',
  'reverse',
]);

/** A saved search is not resolved here, so it may contain anything. */
function stageTakes(stage: Stage): boolean {
  return (
    stage.kind === 'savedsearch' ||
    stage.kind === 'datamodel' ||
    (!SIFTING.has(stage.kind) && mentions(stage))
  );
}

const TEXT_NAMES = ['event', '_raw'] as const;

/** Counts of events, which reveal nothing about their content. */
const COUNTING: ReadonlySet<unknown> = new Set(['count', 'dc']);

/** Anywhere in a stage: fields, patterns of fields, and options that name one. */
function mentions(node: unknown): boolean {
  if (Array.isArray(node)) return isPattern(node) ? isOfText(node) : node.some(mentions);
  if (typeof node !== 'object' || node === null) return false;
  const fields = node as Readonly<Record<string, unknown>>;
  switch (fields['kind']) {
    case 'query':
      // Subsearches are checked separately.
      return false;
    case 'field':
      return TEXT_NAMES.some((name) => name === fields['name']);
    case 'fields':
      return mentions(fields['pattern']);
    case 'aggregation':
      return !COUNTING.has(fields['function']) && mentions(fields['argument']);
    default:
      return Object.entries(fields).some(([name, value]) =>
        name === 'field' && typeof value === 'string'
          ? TEXT_NAMES.some((text) => text === value)
          : mentions(value),
      );
  }
}

/** Names with stars between their pieces are lists of texts, and nothing else in a stage is that. */
function isPattern(node: readonly unknown[]): node is Pattern {
  return node.length > 0 && node.every((piece) => typeof piece === 'string');
}

function isOfText(pattern: Pattern): boolean {
  return TEXT_NAMES.some((name) => fits(pattern, name));
}
