import type { Actor } from '../../base/actor.ts';
import type { Request } from '../../http/gate.ts';
import { parse, type ParseResult, type Variables } from '../../language/index.ts';
import { macroOptions } from './knowledge/knowledge.ts';
import type { SearchNeeds } from './search-needs.ts';

/**
 * Parses a query and counts it against the rate limit. An invalid query doesn't count as a search and is rejected with
 * its errors.
 */
export async function readQuery(
  { knowledge }: Pick<SearchNeeds, 'knowledge'>,
  { countRate, actor }: Pick<Request, 'countRate'> & { readonly actor: Actor },
  { query = '*', variables }: { readonly query?: string; readonly variables?: Variables },
): Promise<ParseResult> {
  let parsed: Promise<ParseResult> | undefined;
  const read = async (): Promise<ParseResult> => {
    const macros = await macroOptions(knowledge, actor.organization, query);
    return parse(query, { ...macros, ...(variables === undefined ? {} : { variables }) });
  };
  const readOnce = (): Promise<ParseResult> => (parsed ??= read());
  await countRate(async () => (await readOnce()).query !== undefined);
  return readOnce();
}
