import { type RawBuilder, sql } from 'kysely';
import { type OrganizationId, organizationId } from '../../base/ids.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { SecretKeeper } from './renew-secrets.ts';
import type { SecretPlace } from './secrets.ts';

/** Where a table keeps secrets, one a row; all names are ours. */
interface SecretColumn {
  readonly table: string;
  readonly column: string;
  /** What names a row within its organization. */
  readonly row: string;
  readonly placeOf: (organization: OrganizationId, row: string) => SecretPlace;
  /** Whether anybody will need the secret of a row; all of them unless it is given. */
  readonly isNeeded?: RawBuilder<unknown>;
}

/** For renewing the secrets of all organizations under another key. */
export function secretColumn(
  { db }: Pick<Metadata, 'db'>,
  { table, column, row, placeOf, isNeeded = sql`1 = 1` }: SecretColumn,
): SecretKeeper {
  const [from, secret, id] = [sql.table(table), sql.ref(column), sql.ref(row)];
  return {
    async readStale(prefix, after, max) {
      const isBehind =
        after === undefined
          ? sql`1 = 1`
          : sql`(organization_id, ${id}) > (${after.organization}, ${after.row})`;
      const found = await sql<{ organization: string; id: string; kept: string }>`
        select organization_id as organization, ${id} as id, ${secret} as kept from ${from}
        where ${secret} not like ${`${prefix}%`} and ${isNeeded} and ${isBehind}
        order by organization_id, ${id} limit ${max}`.execute(db);
      return found.rows.map((each) => ({
        place: placeOf(organizationId(each.organization), each.id),
        kept: each.kept,
      }));
    },
    async replace({ place, kept }, renewed) {
      await sql`
        update ${from} set ${secret} = ${renewed}
        where organization_id = ${place.organization} and ${id} = ${place.row} and ${secret} = ${kept}
      `.execute(db);
    },
  };
}
