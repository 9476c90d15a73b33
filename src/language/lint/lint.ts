/**
 * Advice about valid queries that may not mean what their author thinks. `lint` uses the text and the known fields and
 * times; `lintOutcome` uses the result of the query.
 */
import { lintExpressions } from './expression-lints.ts';
import { fieldsNeeded, lintNamedFields } from './field-lints.ts';
import { createLint, isOfText, type Lint, type LintFacts, type LintPlace } from './make-lint.ts';
import { lintSearches } from './search-lints.ts';
import { lintStage } from './stage-lints.ts';
import { lintTimes } from './time-lints.ts';
import type { ParseResult } from '../parser/parser.ts';
import { columnName } from '../print/aggregation.ts';
import { stagesWithShapes } from '../shape/shape-of.ts';
import type { Query, Stage } from '../tree.ts';
import { everyQuery } from '../walk.ts';

/** Empty for a query that cannot be read. */
export function lint(result: ParseResult, facts: LintFacts = {}): Lint[] {
  const { query, text } = result.expanded ?? result;
  if (query === undefined) return [];
  const notices = (result.notices ?? []).map((each) =>
    createLint('read-otherwise', 'hint', each, each.message),
  );
  const queries = [...everyQuery(query)];
  // Subsearches that work on the surrounding rows do not start with events.
  const continues = new Set(
    queries.flatMap(({ stages }) =>
      stages.flatMap((stage) => (stage.kind === 'appendpipe' ? [stage.query] : [])),
    ),
  );
  const found = queries
    .filter((each) => !continues.has(each))
    .flatMap((each) => placesOf(each, text, each === query ? facts : elsewhere(facts)))
    .flatMap((place) => [
      ...lintSearches(place),
      ...lintExpressions(place),
      ...lintNamedFields(place),
      ...lintStage(place),
      ...lintTimes(place),
    ])
    .filter((each) => isOfText(text, each));
  return [...found, ...notices]
    .map((each) => result.expanded?.toGiven(each) ?? each)
    .toSorted((left, right) => left.start - right.start);
}

/** The names that a query needs of the events themselves; which of them there are, only the data knows. */
export function fieldsOfEvents(result: ParseResult): Set<string> {
  const { query, text } = result.expanded ?? result;
  if (query === undefined) return new Set();
  // Fields of places without known fields are not checked.
  const facts = { fields: NO_FIELDS };
  return fieldsNeeded(
    placesOf(query, text, facts).filter((place) => place.facts.fields === NO_FIELDS),
  );
}

const NO_FIELDS: ReadonlySet<string> = new Set();

function placesOf(query: Query, text: string, facts: LintFacts): LintPlace[] {
  let now = facts;
  return stagesWithShapes(query).map(({ stage, before }, position) => {
    const place = { text, facts: now, query, position, stage, before };
    now = factsAfter(stage, now);
    return place;
  });
}

/** A subsearch has different events: facts about the events of the outer search do not apply. */
function elsewhere(facts: LintFacts): LintFacts {
  return facts.looked === undefined ? facts : withoutFields(facts);
}

function withoutFields({ fields: _fields, looked: _looked, ...rest }: LintFacts): LintFacts {
  return rest;
}

/** After these commands rows have fields that neither the query nor the events reveal. */
const BRINGS_FIELDS: ReadonlySet<Stage['kind']> = new Set<Stage['kind']>([
  'append',
  'appendcols',
  'appendpipe',
  'chart',
  'convert',
  'extract',
  'foreach',
  'inputlookup',
  'join',
  'lookup',
  'makeresults',
  'map',
  'rename',
  'savedsearch',
  'datamodel',
  'spath',
  'timechart',
  'xmlkv',
  'xyseries',
]);

function factsAfter(stage: Stage, facts: LintFacts): LintFacts {
  const known = BRINGS_FIELDS.has(stage.kind) ? withoutFields(facts) : facts;
  const several = multivaluesOf(stage);
  if (several.length === 0) return known;
  return { ...known, multivalueFields: new Set([...(known.multivalueFields ?? []), ...several]) };
}

/** Fields that have several values after the stage. */
function multivaluesOf(stage: Stage): string[] {
  switch (stage.kind) {
    case 'makemv':
      return [stage.field.name];
    case 'stats':
    case 'eventstats':
    case 'tstats':
      return stage.aggregations
        .filter(({ function: name }) => name === 'values' || name === 'list')
        .map(columnName);
    case 'eval':
      return stage.assignments
        .filter(({ value }) => value.kind === 'call' && MANY.has(value.function))
        .map(({ field }) => field.name);
    default:
      return [];
  }
}

/** Functions that give several values. */
const MANY: ReadonlySet<string> = new Set([
  'mvappend',
  'mvdedup',
  'mvfilter',
  'mvrange',
  'mvreverse',
  'mvsort',
  'mvzip',
  'split',
]);
