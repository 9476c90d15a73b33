/** How SQLite would run the first statement that a function asks for. */
import { sql } from 'kysely';
import type { Metadata } from '../../../src/engines/metadata/metadata.ts';

export async function planOf(
  { db }: Pick<Metadata, 'db'>,
  act: (reader: Pick<Metadata, 'db'>) => Promise<unknown>,
): Promise<string> {
  const asked: string[] = [];
  const noting = db.withPlugin({
    transformQuery({ node }) {
      asked.push(db.getExecutor().compileQuery(node, { queryId: 'any' }).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await act({ db: noting });
  const [text = ''] = asked;
  const explained = sql.raw(`explain query plan ${text.replaceAll('?', "'1'")}`);
  const { rows } = await sql<{ detail: string }>`${explained}`.execute(db);
  return rows.map(({ detail }) => detail).join('; ');
}
