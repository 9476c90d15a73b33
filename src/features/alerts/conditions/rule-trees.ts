import { AppError } from '../../../base/errors.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { expandedText, findSavedSearch, storedKnowledge } from '../../../flow/search/index.ts';
import { parse, type Query, querySyntaxError } from '../../../language/index.ts';
import type { Rule } from '../rule.ts';
import { findNestedProblem, refusedParts } from '../rules/check-query.ts';
import { ignoreOwn } from './ignore-own.ts';

/** The trees of rules, each read once for each version of its rule. */
export interface RuleTrees {
  /** Throws when the rule's query, or the saved search it names, cannot be run. */
  of(reader: Pick<Metadata, 'db'>, rule: Rule): Promise<Query>;
}

interface KnownTree {
  readonly version: number;
  readonly text: string;
  readonly query: Query;
}

/** As many rules as a node is made for. */
const KEPT_MAX = 10_000;

export function createRuleTrees(): RuleTrees {
  const known = new Map<string, KnownTree>();
  return {
    async of(metadata, rule) {
      // Macros may have changed since, and an index of alerts may hide in one.
      const text = await textOf(metadata, rule);
      const knowledge = storedKnowledge(metadata);
      const query = treeOf(rule, await expandedText(knowledge, rule.organization, text));
      // The saved searches it builds on are separate texts, which may change at any time.
      const problem = await findNestedProblem(metadata, rule.organization, query);
      if (problem !== undefined) throw new AppError('QUERY_SYNTAX_ERROR', problem);
      return query;
    },
  };

  function treeOf(rule: Rule, text: string): Query {
    const found = known.get(rule.id);
    if (found?.version === rule.version && found.text === text) return found.query;
    const { query: parsed, diagnostics } = parse(text);
    if (parsed === undefined) throw querySyntaxError(diagnostics);
    // A saved search may have changed since the rule was made.
    const refused = refusedParts(parsed);
    if (refused.length > 0) throw querySyntaxError(refused);
    const query = ignoreOwn(parsed, text, rule.id);
    known.delete(rule.id);
    known.set(rule.id, { version: rule.version, text, query });
    const [oldest] = known.keys();
    if (known.size > KEPT_MAX && oldest !== undefined) known.delete(oldest);
    return query;
  }
}

async function textOf(metadata: Pick<Metadata, 'db'>, rule: Rule): Promise<string> {
  const { query, savedSearch } = rule.settings;
  if (savedSearch === null) return query ?? '*';
  const saved = await findSavedSearch(metadata, rule.organization, { id: savedSearch });
  if (saved !== undefined) return saved.query;
  throw new AppError('NOT_FOUND', 'The saved search of this rule was deleted. Select another one.');
}
