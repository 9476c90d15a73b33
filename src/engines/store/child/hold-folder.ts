/**
 * First steps of a process that owns the rows of a folder: it never outlives its parent, and holds the lock of the
 * folder until it ends, so that the kernel releases the lock even after a crash.
 */
import { ftruncateSync, openSync, writeSync } from 'node:fs';
import { DataType, load, open } from 'ffi-rs';
import { EXIT_LOCKED, EXIT_ORPHANED, exitWith, type ChildOrder } from './exit-codes.ts';

const LOCK_EXCLUSIVE = 2;
const LOCK_WITHOUT_WAITING = 4;
const SET_SIGNAL_AT_DEATH_OF_PARENT = 1;
const SIGKILL = 9;

export function holdFolder(order: ChildOrder): void {
  dieWithParent(order.parent);
  takeLock(order);
}

function dieWithParent(parent: number): void {
  if (process.platform !== 'linux') return;
  callSystem('prctl', [SET_SIGNAL_AT_DEATH_OF_PARENT, SIGKILL]);
  // The parent may have died before the previous line; then the signal would never be sent.
  if (process.ppid !== parent) exitWith(EXIT_ORPHANED);
}

function takeLock(order: ChildOrder): void {
  const file = openSync(order.lockFile, 'a', 0o600);
  if (callSystem('flock', [file, LOCK_EXCLUSIVE | LOCK_WITHOUT_WAITING]) !== 0) {
    exitWith(EXIT_LOCKED);
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
