/** Gives the rows of an index another retention, file by file. */
import type { Database } from './database.ts';
import { readBounds, type DayFile } from './day-file.ts';
import type { DayFiles } from './day-files.ts';

interface RetentionNeeds {
  readonly database: Database;
  readonly files: DayFiles;
}

interface Retention {
  readonly organization: string;
  readonly index: string;
  readonly days: number;
}

/** All files under one lock, so that none is rewritten in between with the old values of its rows. */
export async function setRetention(needs: RetentionNeeds, retention: Retention): Promise<void> {
  await needs.files.alone(async () => {
    const files = [...needs.files.all()];
    const release = needs.files.hold(files);
    try {
      for (const file of files) await updateFile(needs, file, retention);
    } finally {
      release();
    }
  });
}

async function updateFile(
  { database }: RetentionNeeds,
  { catalog, bounds }: DayFile,
  { organization, index, days }: Retention,
): Promise<void> {
  await database.use(async (connection) => {
    await connection.run(
      `UPDATE ${catalog}.logs SET retention_days = $days::USMALLINT
       WHERE organization = $organization AND index_name = $index AND retention_days != $days::USMALLINT`,
      { organization, index, days },
    );
    const { expiresFrom } = await readBounds(connection, catalog);
    bounds.expiresFrom = expiresFrom;
  });
}
