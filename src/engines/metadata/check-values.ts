import { AppError } from '../../base/errors.ts';
import { LIMITS } from '../../spec/limits.ts';

/** Rejects values that one of the two stores could not store unchanged. */
export function checkValues(values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === 'string') {
      if (value.includes('\0')) throw nulRefused();
    } else if (!isStorable(value)) {
      throw new TypeError(`a ${describe(value)} cannot be stored: use text, a number or bytes`);
    }
  }
}

/** A notification has the form and size that PostgreSQL carries, on SQLite too. */
export function checkNotification(channel: string, payload: string): void {
  checkChannel(channel);
  if (payload.includes('\0')) throw nulRefused();
  const bytesMax = LIMITS.metadata.notificationBytesMax;
  if (Buffer.byteLength(payload) > bytesMax) {
    throw new RangeError(`a notification carries at most ${bytesMax} bytes`);
  }
}

export function checkChannel(channel: string): void {
  if (!/^[a-z][a-z0-9_]{0,50}$/.test(channel)) {
    throw new TypeError('a channel is named with small letters, digits and underscores');
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'bigint' || value instanceof Uint8Array;
}

function describe(value: unknown): string {
  if (typeof value === 'object') return value?.constructor.name ?? 'null';
  return typeof value === 'number' ? String(value) : typeof value;
}

function nulRefused(): AppError {
  return new AppError('VALIDATION_ERROR', 'Text cannot contain the NUL character.');
}
