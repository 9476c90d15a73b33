import { sql, type Sql } from '../../../engines/store/sql.ts';

const DIGITS = [
  sql`0`,
  sql`1`,
  sql`2`,
  sql`3`,
  sql`4`,
  sql`5`,
  sql`6`,
  sql`7`,
  sql`8`,
  sql`9`,
] as const;

/** A whole number where the engine takes no bound value, such as the size of a frame; digits are ours. */
export function sizeOfRows(rows: number): Sql {
  return Array.from(String(Math.trunc(rows))).reduce(
    (all, digit) => sql`${all}${DIGITS[Number(digit)] ?? sql``}`,
    sql``,
  );
}
