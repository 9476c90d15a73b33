/**
 * The part of the logger that rooms and engines use. Messages are constant lower-case phrases, facts are
 * fields; row text, bodies and secrets never appear.
 */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Logs nothing; for tests and tools. */
export const silentLog: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
