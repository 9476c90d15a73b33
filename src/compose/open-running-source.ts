/** What of a data folder can be read while a server runs on it. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../base/clock.ts';
import type { Config } from '../config/index.ts';
import { copySqliteFile, openMetadata } from '../engines/metadata/open-metadata.ts';
import { openRunning } from '../engines/store/open-store.ts';
import { createLog } from '../http/log.ts';
import type { Engines } from './node.ts';

/** Logs and metadata, to be read. */
export interface ReadSide {
  readonly config: Config;
  readonly engines: Pick<Engines, 'metadata' | 'store'>;
}

/** Below the data folder of the target: a copy of the metadata, since opening them could bring them up to date. */
const COPY = 'moving';
const PRIVATE_FOLDER = 0o700;

/** Undefined if no server uses the folder. `place` is the target's data folder. */
export async function openRunningSource(
  config: Config,
  place: string,
  opened: AsyncDisposableStack,
): Promise<ReadSide | undefined> {
  const { store: at, metadata: file, limits } = config;
  if (at.kind !== 'embedded' || file.kind !== 'sqlite') return undefined;
  const log = createLog({ level: 'warn', stream: process.stderr });
  const needs = { clock: systemClock, limits, log };
  const running = await openRunning(needs, at.directory);
  if (running === undefined) return undefined;
  const store = opened.use(running);
  const folder = join(place, COPY);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'metadata.sqlite');
  await copySqliteFile(file.file, path);
  const metadata = opened.use(await openMetadata(needs, { kind: 'sqlite', path }));
  return { config, engines: { metadata, store } };
}
