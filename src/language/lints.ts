/**
 * Advice about queries that can be read but may not mean what their author thinks. `lint` goes by the text
 * and what is known about fields and time; `lintOutcome` by what came out when the query ran.
 */
import { lintExpressions } from './lint/expression-lints.ts';
import { isOfText, type Lint, type LintFacts, type LintPlace } from './lint/lint.ts';
import { lintSearches } from './lint/search-lints.ts';
import { lintStage } from './lint/stage-lints.ts';
import { lintTimes } from './lint/time-lints.ts';
import type { ParseResult } from './parser.ts';
import { stagesWithShapes } from './shape-of.ts';
import type { Query } from './tree.ts';
import { everyQuery } from './walk.ts';

/** Empty for a query that cannot be read. */
export function lint(result: ParseResult, facts: LintFacts = {}): Lint[] {
  const { query, text } = result;
  if (query === undefined) return [];
  return [...everyQuery(query)]
    .flatMap((each) => placesOf(each, text, facts))
    .flatMap((place) => [
      ...lintSearches(place),
      ...lintExpressions(place),
      ...lintStage(place),
      ...lintTimes(place),
    ])
    .filter((each) => isOfText(text, each))
    .toSorted((left, right) => left.start - right.start);
}

function placesOf(query: Query, text: string, facts: LintFacts): LintPlace[] {
  return stagesWithShapes(query).map(({ stage, before }, position) => ({
    text,
    facts,
    query,
    position,
    stage,
    before,
  }));
}
