/**
 * A program of its own: becomes a ClickHouse server inside this process, until its standard input
 * closes. It never outlives its parent, and holds the lock of its data folder as long as it lives, so
 * that the kernel frees the lock however it ends.
 */
import { ftruncateSync, openSync, writeSync } from 'node:fs';
import { DataType, isNullPointer, load, open } from 'ffi-rs';
import { EXIT_LOCKED, EXIT_ORPHANED, EXIT_REFUSED } from './exit-codes.ts';
import type { EngineOrder } from './exit-codes.ts';

const LOCK_EXCLUSIVE = 2;
const LOCK_WITHOUT_WAITING = 4;
const SET_SIGNAL_AT_DEATH_OF_PARENT = 1;
const SIGKILL = 9;

main(readOrder());

function main(order: EngineOrder): void {
  dieWithParent(order.parent);
  takeLock(order);
  const failure = runEngine(order);
  if (failure !== undefined) exit(EXIT_REFUSED, failure);
  exit(0, '');
}

/** The one place where the parent is trusted to send what the type says. */
function readOrder(): EngineOrder {
  return JSON.parse(process.argv[2] ?? '{}') as EngineOrder;
}

function dieWithParent(parent: number): void {
  if (process.platform !== 'linux') return;
  callSystem('prctl', [SET_SIGNAL_AT_DEATH_OF_PARENT, SIGKILL]);
  // The parent may have died before the line above; then nobody would ever send the signal.
  if (process.ppid !== parent) exit(EXIT_ORPHANED, '');
}

function takeLock(order: EngineOrder): void {
  const file = openSync(order.lockFile, 'a', 0o600);
  if (callSystem('flock', [file, LOCK_EXCLUSIVE | LOCK_WITHOUT_WAITING]) !== 0) {
    exit(EXIT_LOCKED, '');
  }
  ftruncateSync(file);
  writeSync(file, JSON.stringify({ owner: order.parent, engine: process.pid }));
}

function callSystem(name: string, values: readonly number[]): number {
  open({
    library: 'system',
    path: process.platform === 'darwin' ? 'libSystem.dylib' : 'libc.so.6',
  });
  return load({
    library: 'system',
    funcName: name,
    retType: DataType.I32,
    paramsType: values.map(() => DataType.I32),
    paramsValue: [...values],
  });
}

/** Returns when the server has stopped: undefined when it was asked to, else what it complained of. */
function runEngine(order: EngineOrder): string | undefined {
  const list = ['clickhouse', ...order.engineArguments];
  open({ library: 'engine', path: order.library });
  const result = load({
    library: 'engine',
    funcName: 'chdb_query_cmdline',
    retType: DataType.External,
    paramsType: [DataType.I32, DataType.StringArray],
    paramsValue: [list.length, list],
  });
  const error = { library: 'engine', funcName: 'chdb_result_error' };
  const types = { paramsType: [DataType.External], paramsValue: [result] };
  const hasFailed = !isNullPointer(load({ ...error, ...types, retType: DataType.External }));
  return hasFailed ? load({ ...error, ...types, retType: DataType.String }) : undefined;
}

function exit(code: number, message: string): never {
  if (message !== '') process.stderr.write(`${message}\n`);
  // oxlint-disable-next-line unicorn/no-process-exit -- this file is a program
  process.exit(code);
}
