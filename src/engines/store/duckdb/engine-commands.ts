/** What the store asks of its engine beside statements, in the place of a statement. */
export const HEALTH = 'HEALTH';
export const DISK_USAGE = 'DISK USAGE';
export const MAINTAIN = 'MAINTAIN';
export const RETAIN = 'RETAIN';
export const RUNNING = 'RUNNING';
export const FRONTIER = 'FRONTIER';
export const INSERT = 'INSERT';
export const COPY_FILES = 'COPY FILES';

/** Names a batch, as a setting of its insert. */
export const TOKEN_SETTING = 'token';
/** Whether a batch may have been stored before. */
export const REPEATED_SETTING = 'is_repeated';

/** Whose rows are to be kept for how many days, as settings of `RETAIN`. */
export const ORGANIZATION_SETTING = 'organization';
export const INDEX_SETTING = 'index';
export const DAYS_SETTING = 'days';

/** Stamps of files that were copied before, as JSON, as a setting of `COPY FILES`. */
export const KNOWN_SETTING = 'known';

/** Without this header the engine answers nothing at all. */
export const KEY_HEADER = 'x-xplain-key';

export interface EngineHealthReport {
  /** Files whose rows are missing from answers. */
  readonly unreadable: readonly string[];
}

/** The last words of an engine that ends because a statement does not stop; the name of the statement follows. */
export const STUCK = 'a statement did not stop: ';
