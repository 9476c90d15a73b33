/** All functions of the engine, behind one function that handles requests. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freeMemory } from '../../../../base/free-memory.ts';
import { type Clock, systemClock } from '../../../../base/clock.ts';
import {
  COPY_FILES,
  DAYS_SETTING,
  DISK_USAGE,
  FRONTIER,
  HEALTH,
  INDEX_SETTING,
  INSERT,
  KNOWN_SETTING,
  MAINTAIN,
  ORGANIZATION_SETTING,
  REPEATED_SETTING,
  RETAIN,
  RUNNING,
  TOKEN_SETTING,
} from '../engine-commands.ts';
import type { StampsOfFiles } from '../../store.ts';
import { EXPORT_FOLDER, openDatabase, type DatabaseOptions } from './database.ts';
import { compactDays } from './compact-day.ts';
import { COPY_FOLDER, copyFiles } from './copy-files.ts';
import { bytesOf } from './day-file.ts';
import { openDayFiles } from './day-files.ts';
import { expireRows } from './expire-rows.ts';
import { freeBytes, hasRoomFor } from './free-space.ts';
import { NO_ROOM, NumberedFault } from './faults.ts';
import { createInserter, type Inserter } from './insert-batches.ts';
import { mergeCounts } from './merge-counts.ts';
import type { EngineRequest } from './read-request.ts';
import type { WriteText } from './answer-forms.ts';
import { runStatement, type StatementNeeds } from './run-statement.ts';
import { createRunning } from './running.ts';
import type { Handle } from './serve.ts';
import { setRetention } from './set-retention.ts';
import { learnGroups } from './words/learn-groups.ts';

export interface DuckdbEngine {
  readonly handle: Handle;
  close(): void;
}

export async function openEngine(
  options: DatabaseOptions,
  clock: Clock = systemClock,
  onStuck?: (queryId: string) => void,
): Promise<DuckdbEngine> {
  const { folder } = options;
  // What an earlier run was about to send or had copied.
  for (const left of [EXPORT_FOLDER, COPY_FOLDER]) {
    rmSync(join(folder, left), { recursive: true, force: true });
  }
  const database = await openDatabase(options);
  const files = await openDayFiles({ database, clock, folder });
  const requireRoom = (): Promise<void> => requireFreeSpace(folder);
  const inserter = await createInserter({ database, files, clock, requireRoom });
  const running = createRunning(onStuck);
  const needs: EngineNeeds = { database, files, running, inserter, folder, clock };
  void completeFilters(needs);
  return {
    async handle(request, write, stopped) {
      try {
        await handle(needs, request, write, stopped);
      } catch (error) {
        files.noteDamage(error);
        throw error;
      }
    },
    close: () => database.close(),
  };
}

/** What an earlier run has not written down of the newest rows; older files have all of it. */
async function completeFilters({ database, files }: EngineNeeds): Promise<void> {
  for (const file of files.all().slice(-2)) {
    await learnGroups(database, file, () => false).catch(() => {});
  }
}

interface EngineNeeds extends StatementNeeds {
  readonly inserter: Inserter;
  readonly clock: Clock;
}

const KILL = 'KILL QUERY';

async function handle(
  needs: EngineNeeds,
  request: EngineRequest,
  write: WriteText,
  stopped: AbortSignal,
): Promise<void> {
  const { text, settings, parameters, data } = request;
  if (text === INSERT) {
    const isRepeated = settings.get(REPEATED_SETTING) === '1';
    await needs.inserter.insert({
      token: settings.get(TOKEN_SETTING) ?? '',
      bytes: data,
      isRepeated,
    });
    freeMemory(data);
    return;
  }
  if (text.startsWith(KILL)) {
    if (needs.running.stop(parameters.get('id') ?? '')) await write('stopped\n');
    return;
  }
  switch (text) {
    case HEALTH:
      await write(JSON.stringify({ unreadable: needs.files.unreadable() }));
      return;
    case DISK_USAGE:
      await write(JSON.stringify(await diskUsage(needs)));
      return;
    case RUNNING:
      await write(JSON.stringify(needs.running.all()));
      return;
    case FRONTIER:
      await write(String(needs.inserter.frontier()));
      return;
    case MAINTAIN:
      await expireRows(needs, needs.clock, stopped);
      await mergeCounts(needs);
      await compactDays(needs, needs.clock, stopped);
      return;
    case COPY_FILES: {
      const known = JSON.parse(settings.get(KNOWN_SETTING) ?? '{}') as StampsOfFiles;
      await write(JSON.stringify(await copyFiles(needs, known)));
      return;
    }
    case RETAIN:
      await setRetention(needs, {
        organization: settings.get(ORGANIZATION_SETTING) ?? '',
        index: settings.get(INDEX_SETTING) ?? '',
        days: Number(settings.get(DAYS_SETTING)),
      });
      return;
    default: {
      const queryId = settings.get('query_id') ?? randomUUID();
      stopped.addEventListener('abort', () => needs.running.stop(queryId), { once: true });
      await runStatement(needs, request, queryId, write);
    }
  }
}

async function diskUsage({ files, folder }: EngineNeeds) {
  return {
    rows: files.all().reduce((sum, { bounds }) => sum + bounds.rows, 0),
    bytes: files.all().reduce((sum, file) => sum + bytesOf(file), 0),
    freeBytes: await freeBytes(folder),
  };
}

async function requireFreeSpace(folder: string): Promise<void> {
  if (await hasRoomFor(folder, 0)) return;
  throw new NumberedFault(NO_ROOM, 'The disk of the log store is full.');
}
