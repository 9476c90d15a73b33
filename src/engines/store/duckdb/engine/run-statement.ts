/** Runs one statement: translates it for the files that can contain its rows, and writes its answer. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { LIST, listValue, VARCHAR } from '@duckdb/node-api';
import {
  translate,
  type DeleteTranslation,
  type SelectTranslation,
  type StatementText,
  type Translation,
} from '../dialect/translate.ts';
import { answerForm, isStreamed, type Statistics, type WriteText } from './answer-forms.ts';
import { filesFor, fromParts, partsFor, sizeOf, type FilePart } from './choose-files.ts';
import type { Database } from './database.ts';
import type { DayFile } from './day-file.ts';
import type { DayFiles } from './day-files.ts';
import { NumberedFault, SCAN } from './faults.ts';
import { inTransaction } from './in-transaction.ts';
import { countAgain } from './minute-counts.ts';
import { newestSlices, ROWS_AT_ONCE } from './newest-slices.ts';
import { fromCounts } from './read-counts.ts';
import type { EngineRequest } from './read-request.ts';
import { readColumn } from './read-vector.ts';
import type { Slice } from './slice.ts';
import { bindValues, runSelect, type AnswerReader } from './run-select.ts';
import { fileFormatOf, writeFirst } from './write-first.ts';
import type { Running } from './running.ts';

export interface StatementNeeds {
  readonly database: Database;
  readonly files: DayFiles;
  readonly running: Running;
  readonly folder: string;
}

export async function runStatement(
  needs: StatementNeeds,
  request: EngineRequest,
  queryId: string,
  write: WriteText,
): Promise<void> {
  const any = await needs.files.today();
  const held = needs.files.all();
  const release = needs.files.hold(held);
  try {
    const { text, parameters, tables } = request;
    const statement = { text, parameters, sentTables: new Set(tables.keys()) };
    const plan = (slice?: Slice): Planned => planFor(statement, held, any, slice);
    const { translation, parts } = plan();
    if (translation.kind === 'delete') {
      if (request.settings.has('readonly')) throw new Error('A query changes nothing.');
      await deleteRows(needs, translation, request, queryId);
      return;
    }
    const work = plannedWork(parts, request);
    if (translation.kind === 'estimate') {
      await write(estimateAnswer(work));
      return;
    }
    const steps = stepsFor(translation, parts, work, plan);
    await needs.database.use((connection) =>
      needs.running.run({ queryId, timeoutMs: timeoutOf(request) }, connection, (isStopped) =>
        withTables(connection, tables, async () => {
          const file = fileFormatOf(request);
          const order = { database: needs.database, folder: needs.folder, isStopped };
          const isWritten =
            file !== undefined &&
            (await writeFirst(connection, translation, { ...order, ...file }, write));
          if (!isWritten) await answer(connection, steps, request, work, isStopped, write);
        }),
      ),
    );
  } finally {
    release();
  }
}

interface Planned {
  readonly translation: Translation;
  readonly parts: readonly FilePart[];
}

/** What a statement has that may want `stored_at`. */
const ALL_OR_STORED_AT = /stored_at|\*/;

function planFor(
  statement: StatementText,
  files: readonly DayFile[],
  any: DayFile,
  slice: Slice | undefined,
): Planned {
  const parts: FilePart[] = [];
  const isPlain = !ALL_OR_STORED_AT.test(statement.text);
  const translation = translate(statement, {
    rows(read) {
      const wanted = slice === undefined ? read : { ...read, ...slice };
      const chosen = partsFor(files, wanted);
      parts.push(...chosen);
      return fromParts(chosen, any, { read: wanted, slice, isPlain });
    },
    counts(read) {
      const chosen = filesFor(files, read);
      parts.push(...chosen.map((file) => ({ file, runs: undefined })));
      return fromCounts(chosen, any, read);
    },
  });
  return { translation, parts };
}

/** Statements to run one after the other, until there are rows enough. */
export interface Steps {
  readonly rowsMax: number;
  readonly statements: Iterable<Pick<SelectTranslation, 'text' | 'values'>>;
}

/** The newest rows are looked for in the newest stretch first, unless there are few where they can be. */
function stepsFor(
  translation: SelectTranslation,
  parts: readonly FilePart[],
  work: Work,
  plan: (slice: Slice) => Planned,
): Steps {
  const { newest, reads } = translation;
  const slices =
    newest === undefined || work.rowsRead <= ROWS_AT_ONCE
      ? []
      : newestSlices([...new Set(parts.map(({ file }) => file))], reads);
  if (newest === undefined || slices.length < 2) {
    return { rowsMax: Infinity, statements: [translation] };
  }
  const statements = slices.values().flatMap((slice) => {
    const { translation: each } = plan(slice);
    return each.kind === 'select' ? [each] : [];
  });
  return { rowsMax: newest, statements };
}

export type Work = Pick<Statistics, 'rowsRead' | 'bytesRead'>;

/** Size of the searched parts, which is the most that may have to be read. */
function plannedWork(parts: readonly FilePart[], { settings }: EngineRequest): Work {
  const { rows, bytes } = sizeOf(parts);
  const rowsMax = Number(settings.get('max_rows_to_read') ?? 0);
  if (rowsMax > 0 && rows > rowsMax) {
    throw new NumberedFault(SCAN, 'The statement would read too many rows.');
  }
  return { rowsRead: rows, bytesRead: bytes };
}

export function estimateAnswer({ rowsRead, bytesRead }: Work): string {
  const form = answerForm('');
  form.head([{ name: 'rows', type: 'UBIGINT' }]);
  form.values([[rowsRead]]);
  return form.end(1, { rowsRead, bytesRead, elapsedMs: 0 });
}

const TIMEOUT_MS_DEFAULT = 30_000;

export function timeoutOf({ settings }: EngineRequest): number {
  const seconds = Number(settings.get('max_execution_time') ?? 0);
  return seconds > 0 ? Math.ceil(seconds * 1000) : TIMEOUT_MS_DEFAULT;
}

const PROGRESS_EVERY_MS = 100;
/** Rows converted to text before yielding to the event loop. */
const ROWS_PER_TURN = 128;

export async function answer(
  connection: DuckDBConnection,
  steps: Steps,
  { settings }: EngineRequest,
  work: Work,
  isStopped: () => boolean,
  write: WriteText,
): Promise<void> {
  const startedAt = performance.now();
  const format = settings.get('default_format') ?? '';
  const form = answerForm(format);
  const statistics = (): Statistics => ({ ...work, elapsedMs: performance.now() - startedAt });
  const timer = setInterval(() => {
    const part = Math.min(1, Math.max(0, connection.progress.percentage / 100));
    void write(form.progress({ ...statistics(), rowsRead: work.rowsRead * part }, work.rowsRead));
  }, PROGRESS_EVERY_MS);
  const rowsMax = Number(settings.get('max_result_rows') ?? 0);
  const bounds = { rowsMax, isStopped, isStreamed: isStreamed(format) };
  let head: Promise<void> | undefined;
  let places = 0;
  let rows = 0;
  const reader: AnswerReader = {
    columns(columns) {
      places = columns.length;
      head ??= write(form.head(columns));
    },
    async chunk(chunk) {
      await head;
      const wanted = Math.min(chunk.rowCount, steps.rowsMax - rows);
      rows += wanted;
      for (let from = 0; from < wanted; from += ROWS_PER_TURN) {
        // Lets inserts run in between: a whole chunk takes longer than an insert.
        if (from > 0) await nextTurn();
        const to = Math.min(from + ROWS_PER_TURN, wanted);
        const lists = Array.from({ length: places }, (_, place) =>
          readColumn(chunk, place, from, to),
        );
        await write(form.values(lists));
      }
    },
  };
  try {
    for (const statement of steps.statements) {
      await runSelect(connection, statement, bounds, reader);
      if (rows >= steps.rowsMax) break;
    }
    await head;
    await write(form.end(rows, statistics()));
  } finally {
    clearInterval(timer);
  }
}

/** Tables that were sent along live on this connection, as long as the statement does. */
export async function withTables<T>(
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
  { text, values, read }: DeleteTranslation,
  request: EngineRequest,
  queryId: string,
): Promise<void> {
  const deleteFrom = (file: DayFile): Promise<void> =>
    needs.database.use((connection) =>
      needs.running.run({ queryId, timeoutMs: timeoutOf(request) }, connection, async () => {
        const deleted = await inTransaction(connection, async () => {
          const statement = `DELETE FROM ${file.catalog}.logs AS logs WHERE ${text}`;
          const prepared = await connection.prepare(statement);
          bindValues(prepared, values);
          const rows = Number((await prepared.runAndReadAll()).getRows()[0]?.[0] ?? 0);
          prepared.destroySync();
          if (rows > 0) await countAgain(connection, file.catalog, read);
          return rows;
        });
        // Not recounted: that would lose rows stored in the meantime.
        file.bounds.rows -= deleted;
      }),
    );
  await needs.files.alone(async () => {
    // Selected only now: a file rewritten in the meantime has replaced an old one.
    const files = filesFor(needs.files.all(), read);
    const release = needs.files.hold(files);
    try {
      for (const file of files) await deleteFrom(file);
    } finally {
      release();
    }
  });
}
