/** Files we keep for users, such as finished exports. */
import type { Readable } from 'node:stream';
import type { EngineHealth } from '../../base/health.ts';

/**
 * A name is `<organization>/<path>`: parts of letters, digits, dots, underscores and hyphens between
 * slashes, none of them starting with a dot. Anything else is refused with VALIDATION_ERROR, in every
 * call, so that no name leads to another organization or out of the store.
 */
export interface Objects {
  /**
   * The object is there whole or not at all, and survives a power cut once this resolves. It replaces
   * what was there under the name. When the content fails or is too large, nothing has changed.
   */
  write(name: string, content: Readable): Promise<{ readonly bytes: number }>;
  /** Undefined when there is no such object. The caller reads the content to its end or destroys it. */
  read(name: string): Promise<{ readonly content: Readable; readonly bytes: number } | undefined>;
  /** Does nothing when there is no such object. */
  remove(name: string): Promise<void>;
  /** Removes everything below `<organization>/`. */
  removeAll(organization: string): Promise<void>;
  /** In the order of names. The prefix names the organization and its slash at least. */
  list(prefix: string, page: ListPage): Promise<readonly ObjectFacts[]>;
  health(): Promise<EngineHealth>;
}

export interface ListPage {
  /** At most `LIMITS.objects.listMax`. */
  readonly limit: number;
  /** The last name of the page before. */
  readonly after?: string;
}

export interface ObjectFacts {
  readonly name: string;
  readonly bytes: number;
}
