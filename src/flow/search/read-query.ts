import type { Request } from '../../http/gate.ts';
import { parse, type ParseResult, type Variables } from '../../language/index.ts';

/** Reads a query and counts it. One that cannot be read costs nobody's search: it is refused with what is wrong in it. */
export async function readQuery(
  { countRate }: Pick<Request, 'countRate'>,
  { query, variables }: { readonly query?: string; readonly variables?: Variables },
): Promise<ParseResult> {
  let parsed: ParseResult | undefined;
  const read = (): ParseResult =>
    (parsed ??= parse(query ?? '*', variables === undefined ? {} : { variables }));
  await countRate(() => read().query !== undefined);
  return read();
}
