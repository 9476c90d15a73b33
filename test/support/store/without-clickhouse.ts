import { findLibrary } from '../../../src/engines/store/embedded/library.ts';

/** How reasons begin that no installation can change; they are no failure of the gate. */
export const NO_BUILD = 'no build for this platform: ';

/** Platforms for which the library of ClickHouse is released; there a missing one is a failure. */
const RELEASED = new Set(['linux-x64', 'darwin-x64', 'darwin-arm64']);

/** Why tests of ClickHouse itself cannot run here; false where they can, or must. */
export function withoutClickhouse(): string | false {
  const platform = `${process.platform}-${process.arch}`;
  return findLibrary() !== undefined || RELEASED.has(platform)
    ? false
    : `${NO_BUILD}ClickHouse on ${platform}`;
}
