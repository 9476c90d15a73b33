/** What a process that holds the rows of a folder and its parent agree on. */

/** Another process holds the lock of the data folder. */
export const EXIT_LOCKED = 75;
/** The parent was gone before the engine started. */
export const EXIT_ORPHANED = 76;
/** The engine stopped with an error; it is on standard error. */
export const EXIT_REFUSED = 77;

/** Handed over as JSON in the first argument. Holds no secret: arguments are public on a machine. */
export interface ChildOrder {
  readonly parent: number;
  readonly lockFile: string;
}

/** The one place where the parent is trusted to send what the type says. */
export function readOrder<Order extends ChildOrder>(): Order {
  return JSON.parse(process.argv[2] ?? '{}') as Order;
}

export function exitWith(code: number, message = ''): never {
  if (message !== '') process.stderr.write(`${message}\n`);
  // oxlint-disable-next-line unicorn/no-process-exit -- called by programs alone
  process.exit(code);
}
