import type { Actor } from '../../base/actor.ts';
import type { Request } from '../../http/gate.ts';
import { parse, type ParseResult, type Variables } from '../../language/index.ts';
import { macroOptions } from './knowledge/knowledge.ts';
import type { SearchNeeds } from './search-needs.ts';

/** Reads a query and counts it. One that cannot be read costs nobody's search: it is refused with what is wrong in it. */
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
