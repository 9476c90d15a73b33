/** Backups as an operator makes and restores them. */
import assert from 'node:assert/strict';
import type { RestoreReport } from '../../../src/compose/restore-backup.ts';
import type { EmbeddedEngine } from '../../../src/engines/store/child/engine-of-folder.ts';
import { ENVIRONMENT } from '../../crash/numbered-events.ts';
import { runCommand } from './run-command.ts';

export const BACKUP_KEY = 'the-key-of-the-backups-of-these-tests';

/** No engine: the backup tells which one reads its rows, also when it has none. */
export const RESTORING = { XPLAIN_BACKUP_KEY: BACKUP_KEY };

/** What `xplain backup now` tells. */
export interface BackupFigures {
  readonly id: string;
  readonly bytes: number;
  readonly bytesWritten: number;
  readonly pauseMs: number;
}

/** Of a server that backs up to this place. */
export function backupEnvironment(
  place: string,
  store: EmbeddedEngine = 'segments',
): Record<string, string> {
  const engine = { XPLAIN_EMBEDDED_STORE: store };
  return { ...ENVIRONMENT, ...engine, XPLAIN_BACKUP_TO: place, XPLAIN_BACKUP_KEY: BACKUP_KEY };
}

export async function backUp({ data }: { readonly data: string }): Promise<BackupFigures> {
  const { code, printed, complained } = await runCommand(['backup', 'now', '--data', data]);
  assert.equal(code, 0, complained);
  return JSON.parse(printed) as BackupFigures;
}

export async function restore(
  from: string,
  data: string,
  ...more: string[]
): Promise<RestoreReport> {
  const words = ['restore', '--from', from, '--data', data, ...more];
  const environment = RESTORING;
  const { code, printed, complained } = await runCommand(words, environment);
  assert.equal(code, 0, complained);
  return JSON.parse(printed) as RestoreReport;
}
