/** Runs what the parent has planned, and writes the answer. */
import { randomUUID } from 'node:crypto';
import { RUNNING } from '../../duckdb/engine-commands.ts';
import type { Database } from '../../duckdb/engine/database.ts';
import { codeOf, REFUSED } from '../../duckdb/engine/faults.ts';
import type { Running } from '../../duckdb/engine/running.ts';
import {
  answer,
  estimateAnswer,
  timeoutOf,
  withTables,
} from '../../duckdb/engine/run-statement.ts';
import type { Handle } from '../../duckdb/engine/serve.ts';
import { fileFormatOf, writeFirst } from '../../duckdb/engine/write-first.ts';
import { createPartChecks, type PartChecks } from './check-parts.ts';
import { unpackPlan } from './reader-plan.ts';

interface ReaderNeeds {
  readonly database: Database;
  readonly running: Running;
  readonly folder: string;
}

const KILL = 'KILL QUERY';
/** With this the parent checks whether the reader is alive. */
const PING = 'SELECT 1';

export function createPlanHandler({ database, running, folder }: ReaderNeeds): Handle {
  const checks = createPartChecks(folder);
  return async (request, write, stopped) => {
    const { text, settings, parameters, tables } = request;
    if (text === PING) return;
    if (text === RUNNING) return write(JSON.stringify(running.all()));
    if (text.startsWith(KILL)) {
      if (running.stop(parameters.get('id') ?? '')) await write('stopped\n');
      return;
    }
    const plan = unpackPlan(text);
    if (plan.kind === 'estimate') return write(estimateAnswer(plan));
    const queryId = settings.get('query_id') ?? randomUUID();
    stopped.addEventListener('abort', () => running.stop(queryId), { once: true });
    const rowsMax = plan.rowsMax === 0 ? Infinity : plan.rowsMax;
    const steps = { rowsMax, statements: plan.statements };
    await database.use((connection) =>
      running.run({ queryId, timeoutMs: timeoutOf(request) }, connection, (isStopped) =>
        withTables(connection, tables, () =>
          fromWholeParts(checks, plan.parts, async () => {
            const file = fileFormatOf(request);
            const [only] = plan.statements;
            const isWritten =
              file !== undefined &&
              only !== undefined &&
              (await writeFirst(connection, only, { database, folder, isStopped, ...file }, write));
            if (!isWritten) await answer(connection, steps, request, plan, isStopped, write);
          }),
        ),
      ),
    );
  };
}

/** What the engine cannot read may have been damaged since it was found whole. */
async function fromWholeParts(
  checks: PartChecks,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  await checks.require(names);
  try {
    await work();
  } catch (error) {
    if (codeOf(error) === REFUSED) await checks.repeat(names);
    throw error;
  }
}
