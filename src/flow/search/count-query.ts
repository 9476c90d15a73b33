import type { Request } from '../../http/gate.ts';
import { parse, type Variables } from '../../language/index.ts';

/** Counts a search. One that cannot be read costs nobody's search: it will be refused with what is wrong in it. */
export async function countQuery(
  { countRate }: Pick<Request, 'countRate'>,
  { query, variables }: { readonly query?: string; readonly variables?: Variables },
): Promise<void> {
  await countRate(() => {
    const given = variables === undefined ? {} : { variables };
    return parse(query ?? '*', given).query !== undefined;
  });
}
