import type { ParseResult } from '../parser/parser.ts';
import type { Query, Stage } from '../tree.ts';
import type { GroupKey } from '../tree/aggregation.ts';
import type { Field } from '../tree/node.ts';
import { everySearch, searchesOf } from '../walk.ts';
import { createLint, isOfText, replaceWith, type Lint } from './make-lint.ts';

/** What was seen while the query ran. Stages are counted from 0. */
export interface Outcome {
  /** Events the first search found. */
  readonly matched?: number;
  /** Rows omitted by a BY clause because the field was missing. */
  readonly dropped?: readonly {
    readonly stage: number;
    readonly field: string;
    readonly rows: number;
  }[];
  /** Fields of events that have more distinct values than recommended, and what to do about it. */
  readonly crowded?: readonly CrowdedField[];
  /** Stages whose subsearch had more rows than were used. */
  readonly cuts?: readonly { readonly stage: number; readonly rows: number }[];
}

export interface CrowdedField {
  readonly name: string;
  readonly distinct: number;
  readonly recommendedMax: number;
  readonly advice: string;
}

/** The fields that rows are grouped by, wherever a command does. */
export function groupFieldsOf(query: Query): readonly Field[] {
  return query.stages.flatMap((stage): readonly Field[] => {
    switch (stage.kind) {
      case 'timechart':
        return stage.split === undefined ? [] : [stage.split.field];
      case 'top':
      case 'rare':
        return [...stage.fields, ...stage.by];
      default:
        return keysOf(stage).map(({ field }) => field);
    }
  });
}

export function lintOutcome(result: ParseResult, outcome: Outcome): Lint[] {
  const { query, text } = result.expanded ?? result;
  if (query === undefined) return [];
  return [
    ...(outcome.matched === 0 ? lintNoHit(query.stages[0], text) : []),
    ...(outcome.dropped ?? []).flatMap((drop) => lintDrop(query.stages[drop.stage], drop, text)),
    ...lintCrowded(query, outcome.crowded ?? []),
    ...(outcome.cuts ?? []).flatMap((cut) => lintCut(query.stages[cut.stage], cut.rows)),
  ]
    .filter((each) => isOfText(text, each))
    .map((each) => result.expanded?.toGiven(each) ?? each);
}

/** The search matches whole words; users who expect parts of words find nothing. */
function lintNoHit(stage: Stage | undefined, text: string): Lint[] {
  if (stage === undefined) return [];
  const terms = searchesOf(stage)
    .flatMap((search) => [...everySearch(search)])
    .filter((each) => each.kind === 'term')
    .filter((term) => term.match === 'word' && term.pattern.length === 1);
  return terms.map((term) => {
    const [word] = term.pattern;
    const written = text.charAt(term.start) === '"' ? `"*${word}*"` : `*${word}*`;
    const message = `No results for \`${word}\` as a whole word. ${written} also matches parts of words.`;
    const fix = replaceWith('Match parts of words', term, written);
    return createLint('no-word-hit', 'hint', term, message, fix);
  });
}

function lintDrop(
  stage: Stage | undefined,
  drop: { readonly field: string; readonly rows: number },
  text: string,
): Lint[] {
  const key =
    stage === undefined ? undefined : keysOf(stage).find(({ field }) => field.name === drop.field);
  if (stage === undefined || key === undefined || drop.rows === 0) return [];
  const pipe = text.lastIndexOf('|', stage.start);
  const name = text.slice(key.field.start, key.field.end);
  const fillnull = `| fillnull value="(none)" ${name} `;
  // A command that generates its own rows has no earlier rows to fill.
  const fix =
    stage.kind === 'tstats'
      ? undefined
      : { label: 'Show as (none)', start: pipe, end: pipe, text: fillnull };
  return [createLint('rows-dropped', 'hint', key, describeDrop(drop), fix)];
}

export function describeDrop({ field, rows }: { field: string; rows: number }): string {
  const count = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
  return `${count} without \`${field}\` ${rows === 1 ? 'is' : 'are'} excluded.`;
}

function keysOf(stage: Stage): readonly GroupKey[] {
  switch (stage.kind) {
    case 'stats':
    case 'eventstats':
    case 'streamstats':
    case 'tstats':
      return stage.by;
    case 'chart':
      return [stage.over, stage.split].filter((key) => key !== undefined);
    default:
      return [];
  }
}

function lintCrowded(query: Query, crowded: readonly CrowdedField[]): Lint[] {
  return groupFieldsOf(query).flatMap((field) => {
    const found = crowded.find(({ name }) => name === field.name);
    if (found === undefined) return [];
    const [distinct, max] = [found.distinct, found.recommendedMax].map((each) =>
      each.toLocaleString('en-US'),
    );
    const message = `\`${found.name}\` has about ${distinct} distinct values (estimated). At most ${max} are recommended. ${found.advice}`;
    return [createLint('many-values', 'hint', field, message)];
  });
}

function lintCut(stage: Stage | undefined, rows: number): Lint[] {
  if (stage === undefined) return [];
  const used = rows.toLocaleString('en-US');
  const message = `Only the first ${used} rows of the subsearch were used. To avoid this limit, search both in one query and use \`stats … BY\`.`;
  return [createLint('subsearch-cut', 'warning', stage, message)];
}
