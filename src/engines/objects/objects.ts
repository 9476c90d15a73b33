import type { Readable } from 'node:stream';
import type { EngineHealth } from '../../base/health.ts';

/** Files we keep for users, such as finished exports. A name is `<organization>/<path>`. */
export interface Objects {
  /** The object is there whole or not at all, and survives a power cut once this resolves. */
  write(name: string, content: Readable): Promise<{ readonly bytes: number }>;
  /** Undefined when there is no such object. */
  read(name: string): Promise<{ readonly content: Readable; readonly bytes: number } | undefined>;
  remove(name: string): Promise<void>;
  /** Removes everything below `<organization>/`. */
  removeAll(organization: string): Promise<void>;
  list(prefix: string): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
  health(): Promise<EngineHealth>;
}
