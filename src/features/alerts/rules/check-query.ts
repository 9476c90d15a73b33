import { AppError, invalid, notFound } from '../../../base/errors.ts';
import type { OrganizationId } from '../../../base/ids.ts';
import type { AlertRuleSettings } from '../../../contract/alert-rule-settings.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { findSavedSearch, macroOptions, storedKnowledge } from '../../../flow/search/index.ts';
import {
  type Diagnostic,
  everyQuery,
  isWriting,
  parse,
  type Query,
  querySyntaxError,
  type Stage,
} from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';

interface QueryNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
}

/** The tree of a rule's query, refused where no rule could run it. */
export async function readRuleQuery(
  needs: QueryNeeds,
  organization: OrganizationId,
  { query, savedSearch }: Pick<AlertRuleSettings, 'query' | 'savedSearch'>,
): Promise<Query> {
  if (query !== null) {
    const tree = await readText(needs, organization, query);
    await requireNested(needs, organization, tree, 'query');
    return tree;
  }
  const saved = await findSavedSearch(needs.metadata, organization, { id: savedSearch ?? '' });
  if (saved === undefined) throw notFound('saved search');
  try {
    const tree = await readText(needs, organization, saved.query);
    await requireNested(needs, organization, tree, 'savedSearch');
    return tree;
  } catch (error) {
    // Positions are those of a text that the caller has not sent.
    if (error instanceof AppError && error.code === 'QUERY_SYNTAX_ERROR') {
      throw invalid('savedSearch', error.message);
    }
    throw error;
  }
}

async function readText(
  { metadata }: QueryNeeds,
  organization: OrganizationId,
  text: string,
): Promise<Query> {
  const macros = await macroOptions(storedKnowledge(metadata), organization, text);
  const { query, diagnostics } = parse(text, macros);
  if (query === undefined) throw querySyntaxError(diagnostics);
  const refused = refusedParts(query);
  if (refused.length > 0) throw querySyntaxError(refused);
  return query;
}

/**
 * Returns the forbidden parts of a rule's query, each with its position: time bounds, which the window sets, and
 * writing commands.
 */
export function refusedParts(query: Query): Diagnostic<string>[] {
  return [...everyQuery(query)].flatMap(({ stages }) => stages.flatMap(refusedOfStage));
}

function refusedOfStage(stage: Stage): Diagnostic<string>[] {
  if (isWriting(stage)) {
    return [refusal(stage, `Rules can't write. Remove \`${stage.kind}\`.`)];
  }
  if (stage.kind !== 'search' && stage.kind !== 'tstats') return [];
  const bounds = [stage.earliest, stage.latest, stage.indexEarliest, stage.indexLatest];
  return bounds.flatMap((bound) =>
    bound === undefined
      ? []
      : [
          refusal(
            bound,
            'The window of the rule sets the time range. Remove times from the query.',
          ),
        ],
  );
}

function refusal(
  { start, end }: { readonly start: number; readonly end: number },
  message: string,
): Diagnostic<string> {
  return { code: 'rule', severity: 'error', start, end, message, expected: [], fix: undefined };
}

/** The same applies to saved searches that the query builds on. */
async function requireNested(
  { metadata }: QueryNeeds,
  organization: OrganizationId,
  tree: Query,
  path: 'query' | 'savedSearch',
): Promise<void> {
  const problem = await findNestedProblem(metadata, organization, tree);
  if (problem !== undefined) throw invalid(path, problem);
}

/** Why a rule cannot run the saved searches that its query builds on, directly or indirectly; undefined if it can. */
export async function findNestedProblem(
  metadata: Pick<Metadata, 'db'>,
  organization: OrganizationId,
  tree: Query,
): Promise<string | undefined> {
  const seen = new Set<string>();
  let names = namesIn(tree);
  for (let depth = 0; depth < LIMITS.query.subsearchNestingMax && names.length > 0; depth += 1) {
    const next: string[] = [];
    for (const name of names) {
      if (seen.has(name)) continue;
      seen.add(name);
      const saved = await findSavedSearch(metadata, organization, { name });
      if (saved === undefined) return `No such saved search: “${name}”.`;
      const macros = await macroOptions(storedKnowledge(metadata), organization, saved.query);
      const { query } = parse(saved.query, macros);
      const [problem] = query === undefined ? [] : refusedParts(query);
      if (problem !== undefined) {
        return `The saved search “${name}” is invalid. ${problem.message}`;
      }
      if (query !== undefined) next.push(...namesIn(query));
    }
    names = next;
  }
  return undefined;
}

function namesIn(tree: Query): string[] {
  return [...everyQuery(tree)].flatMap(({ stages }) =>
    stages.flatMap((stage) => (stage.kind === 'savedsearch' ? [stage.name] : [])),
  );
}
