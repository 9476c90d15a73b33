/** Protocol between a process that owns the rows of a folder and its parent. */

/** Another process holds the lock of the data folder. */
export const EXIT_LOCKED = 75;
/** The parent was gone before the engine started. */
export const EXIT_ORPHANED = 76;
/** The engine stopped with an error; it is on standard error. */
export const EXIT_REFUSED = 77;

/** Passed as JSON in the first argument. Contains no secret: arguments are visible to all users of a machine. */
export interface ChildOrder {
  readonly parent: number;
  readonly lockFile: string;
}

/** The only place where the parent is trusted to send data of the declared type. */
export function readOrder<Order extends ChildOrder>(): Order {
  return JSON.parse(process.argv[2] ?? '{}') as Order;
}

export function exitWith(code: number, message = ''): never {
  if (message !== '') process.stderr.write(`${message}\n`);
  // oxlint-disable-next-line unicorn/no-process-exit -- called by programs alone
  process.exit(code);
}
