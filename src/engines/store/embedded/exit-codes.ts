/** What the engine's process and its parent agree on. */

/** Another process holds the lock of the data folder. */
export const EXIT_LOCKED = 75;
/** The parent was gone before the engine started. */
export const EXIT_ORPHANED = 76;
/** The engine stopped with an error; it is on standard error. */
export const EXIT_REFUSED = 77;

/** Handed over as JSON in the first argument. Holds no secret: arguments are public on a machine. */
export interface EngineOrder {
  readonly parent: number;
  readonly library: string;
  readonly lockFile: string;
  readonly engineArguments: readonly string[];
}
