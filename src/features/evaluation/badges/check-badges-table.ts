import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { organizationRows } from '../../../engines/metadata/organization-rows.ts';
import type { CheckBadgeRow } from '../../../engines/metadata/tables/evaluation.ts';

export const checkBadgeRows = organizationRows('check_badges');

/** The only place where a badge is found without its organization: its token identifies it. */
export async function findBadgeByHash(
  { db }: Pick<Metadata, 'db'>,
  hash: string,
): Promise<CheckBadgeRow | undefined> {
  return db
    .selectFrom('check_badges')
    .selectAll()
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}
