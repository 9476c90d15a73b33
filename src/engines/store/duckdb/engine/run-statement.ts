/** Runs one statement of ours: translates it for the files that can hold its rows, and writes its answer. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { translate, type DeleteTranslation, type LogsRead } from '../dialect/translate.ts';
import { answerForm, isStreamed, type Statistics } from './answer-forms.ts';
import { filesFor, fromFiles } from './choose-files.ts';
import type { Database } from './database.ts';
import { bytesOf, type DayFile } from './day-file.ts';
import type { DayFiles } from './day-files.ts';
import { NumberedFault, SCAN } from './faults.ts';
import type { EngineRequest } from './read-request.ts';
import { bindValues, runSelect } from './run-select.ts';
import { writeParquet } from './write-parquet.ts';
import type { Running } from './running.ts';

export interface StatementNeeds {
  readonly database: Database;
  readonly files: DayFiles;
  readonly running: Running;
  readonly folder: string;
}

/** Takes an answer as it is made; what it returns resolves when there is room for more. */
export type WriteText = (text: string | Buffer) => Promise<void>;

export async function runStatement(
  needs: StatementNeeds,
  request: EngineRequest,
  queryId: string,
  write: WriteText,
): Promise<void> {
  const { settings } = request;
  const any = await needs.files.today();
  const held = [...needs.files.all()];
  const release = needs.files.hold(held);
  const read = new Set<DayFile>();
  const logs = (wanted: LogsRead): string => {
    const chosen = filesFor(held, wanted);
    for (const file of chosen) read.add(file);
    return fromFiles(chosen, any);
  };
  try {
    const { text, parameters, tables } = request;
    const sentTables = new Set(tables.keys());
    const translation = translate({ text, parameters, sentTables }, logs);
    if (translation.kind === 'delete') {
      if (settings.has('readonly')) throw new Error('A query changes nothing.');
      await deleteRows(needs, translation, filesFor(held, translation.read), request, queryId);
      return;
    }
    const planned = plannedWork(read, request);
    await needs.database.use((connection) =>
      needs.running.run({ queryId, timeoutMs: timeoutOf(request) }, connection, (isStopped) =>
        withTables(connection, tables, () =>
          settings.get('default_format') === 'Parquet'
            ? writeParquet(connection, translation, needs.folder, write)
            : answer(connection, translation, request, planned, isStopped, write),
        ),
      ),
    );
  } finally {
    release();
  }
}

type Planned = Pick<Statistics, 'rowsRead' | 'bytesRead'>;

/** What there is in the files that are read, which is what may have to be looked at. */
function plannedWork(files: ReadonlySet<DayFile>, { settings }: EngineRequest): Planned {
  let [rowsRead, bytesRead] = [0, 0];
  for (const file of files) {
    rowsRead += file.bounds.rows;
    bytesRead += bytesOf(file);
  }
  const rowsMax = Number(settings.get('max_rows_to_read') ?? 0);
  if (rowsMax > 0 && rowsRead > rowsMax) {
    throw new NumberedFault(SCAN, 'The statement would read too many rows.');
  }
  return { rowsRead, bytesRead };
}

const TIMEOUT_MS_DEFAULT = 30_000;

function timeoutOf({ settings }: EngineRequest): number {
  const seconds = Number(settings.get('max_execution_time') ?? 0);
  return seconds > 0 ? Math.ceil(seconds * 1000) : TIMEOUT_MS_DEFAULT;
}

const PROGRESS_EVERY_MS = 100;

async function answer(
  connection: DuckDBConnection,
  translation: Parameters<typeof runSelect>[1],
  { settings }: EngineRequest,
  planned: Planned,
  isStopped: () => boolean,
  write: WriteText,
): Promise<void> {
  const startedAt = performance.now();
  const format = settings.get('default_format') ?? '';
  const form = answerForm(format);
  const statistics = (): Statistics => ({
    ...planned,
    elapsedMs: performance.now() - startedAt,
  });
  let head: Promise<void> = Promise.resolve();
  const rowsMax = Number(settings.get('max_result_rows') ?? 0);
  const timer = setInterval(() => {
    const { percentage } = connection.progress;
    const part = Math.min(1, Math.max(0, percentage / 100));
    void write(
      form.progress({ ...statistics(), rowsRead: planned.rowsRead * part }, planned.rowsRead),
    );
  }, PROGRESS_EVERY_MS);
  try {
    const rows = await runSelect(
      connection,
      translation,
      { rowsMax, isStopped, isStreamed: isStreamed(format) },
      {
        columns(columns) {
          head = write(form.head(columns));
        },
        async chunk(chunk) {
          await head;
          await write(form.chunk(chunk));
        },
      },
    );
    await head;
    await write(form.end(rows, statistics()));
  } finally {
    clearInterval(timer);
  }
}

/** Tables that were sent along live on this connection, as long as the statement does. */
async function withTables<T>(
  connection: DuckDBConnection,
  tables: EngineRequest['tables'],
  work: () => Promise<T>,
): Promise<T> {
  for (const [name, lists] of tables) {
    const columns = lists.map((_, i) => `$${i + 1}::VARCHAR[] AS list${i + 1}`);
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE ${name} AS SELECT ${columns.join(', ')}`,
      lists.map((list) => listValue(list)),
      // Of an empty list the driver would not know what it is a list of.
      lists.map(() => LIST(VARCHAR)),
    );
  }
  try {
    return await work();
  } finally {
    for (const name of tables.keys()) await connection.run(`DROP TABLE IF EXISTS temp.${name}`);
  }
}

/** One transaction for each file, since one can change a single file only. */
async function deleteRows(
  needs: StatementNeeds,
  { text, values }: DeleteTranslation,
  files: readonly DayFile[],
  request: EngineRequest,
  queryId: string,
): Promise<void> {
  const deleteFrom = (file: DayFile): Promise<void> =>
    needs.database.use((connection) =>
      needs.running.run({ queryId, timeoutMs: timeoutOf(request) }, connection, async () => {
        const statement = `DELETE FROM ${file.catalog}.logs AS logs WHERE ${text}`;
        const prepared = await connection.prepare(statement);
        bindValues(prepared, values);
        const deleted = Number((await prepared.runAndReadAll()).getRows()[0]?.[0] ?? 0);
        prepared.destroySync();
        // Not counted anew: rows that are stored meanwhile would be forgotten.
        file.bounds.rows -= deleted;
      }),
    );
  for (const file of files) await needs.files.alone(() => deleteFrom(file));
}
