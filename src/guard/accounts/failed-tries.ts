import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors.ts';
import { MINUTE_MS, SECOND_MS } from '../../spec/units.ts';
import type { AccountTools } from './account-needs.ts';
import { findUserByEmail, readPasswordHash } from './users-table.ts';

export interface Tries {
  /** The password was wrong. */
  noteFailure(): Promise<void>;
}

type TryTools = Pick<AccountTools, 'metadata' | 'counters' | 'limits'>;

/**
 * Counts wrong passwords per entered address, so that many machines together get no more attempts than one. Addresses
 * without an account are counted too, and the response does not reveal the difference. A new password starts a new
 * count: its owner can sign in again immediately.
 */
export async function requireFewFailures(tools: TryTools, email: string): Promise<Tries> {
  const { wrongPasswordsMax: max, wrongPasswordsMs: windowMs } = tools.limits.accounts;
  const key = await keyOf(tools, email);
  const state = await tools.counters.peek(key, max, windowMs);
  if (!state.isAllowed) {
    const retryAfterSeconds = Math.max(1, Math.ceil(state.retryAfterMs / SECOND_MS));
    const minutes = Math.max(1, Math.ceil(state.retryAfterMs / MINUTE_MS));
    const message = `Too many wrong passwords for this address. Retry in ${minutes} min, or reset the password.`;
    throw new AppError('RATE_LIMITED', message, { retryAfterSeconds });
  }
  return { noteFailure: async () => void (await tools.counters.hit(key, max, windowMs)) };
}

async function keyOf({ metadata }: TryTools, email: string): Promise<string> {
  const user = await findUserByEmail(metadata, email);
  const hash = user === undefined ? undefined : await readPasswordHash(metadata, user.id);
  const text = `${email.toLowerCase()} ${hash ?? ''}`;
  const digest = createHash('sha256').update(text).digest('hex');
  return `wrong-passwords:${digest}`;
}
