/** An answer as a Parquet file. It is written whole before it is sent: its end tells where everything in it is. */
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { SelectTranslation } from '../dialect/translate.ts';
import { EXPORT_FOLDER } from './database.ts';
import { quoteText } from './quote-text.ts';
import { bindValues } from './run-select.ts';
import type { WriteText } from './answer-forms.ts';

export async function writeParquet(
  connection: DuckDBConnection,
  { text, values }: Pick<SelectTranslation, 'text' | 'values'>,
  folder: string,
  write: WriteText,
): Promise<void> {
  const exports = join(folder, EXPORT_FOLDER);
  mkdirSync(exports, { recursive: true, mode: 0o700 });
  const path = join(exports, `${randomUUID()}.parquet`);
  try {
    const prepared = await connection.prepare(
      `COPY (${text}) TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`,
    );
    bindValues(prepared, values);
    await prepared.run();
    prepared.destroySync();
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) await write(chunk);
  } finally {
    await rm(path, { force: true });
  }
}
