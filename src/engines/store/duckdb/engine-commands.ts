/** Requests from the store to its engine other than statements, sent in place of a statement. */
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

/** Organization, index and number of days to keep its rows, as settings of `RETAIN`. */
export const ORGANIZATION_SETTING = 'organization';
export const INDEX_SETTING = 'index';
export const DAYS_SETTING = 'days';

/** Stamps of files that were copied before, as JSON, as a setting of `COPY FILES`. */
export const KNOWN_SETTING = 'known';

/** The engine does not answer requests without this header. */
export const KEY_HEADER = 'x-xplain-key';

export interface EngineHealthReport {
  /** Files whose rows are missing from answers. */
  readonly unreadable: readonly string[];
}

/** The last output of an engine that ends because a statement does not stop; followed by the name of the statement. */
export const STUCK = 'a statement did not stop: ';
