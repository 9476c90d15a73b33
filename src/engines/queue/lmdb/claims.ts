import assert from 'node:assert/strict';
import { randomBase62 } from '../../../base/ids.ts';
import type { Claim, ClaimBounds } from '../queue.ts';
import { isAdmitted } from '../waiting-lines.ts';
import { letterOperations } from './dead-letters.ts';
import {
  assertOpen,
  putClaim,
  removeClaim,
  removeEntry,
  type OpenClaim,
  type QueueState,
} from './queue-state.ts';
import { numberKey, type Operation } from './tables.ts';

const TOKEN_CHARACTERS = 22;

export async function claimEntries(
  state: QueueState,
  bounds: ClaimBounds,
): Promise<Claim | undefined> {
  assertOpen(state);
  const abandoned = state.claims
    .values()
    .find((claim) => isDue(state, claim) && isAdmitted(claim.entries, bounds));
  if (abandoned !== undefined) {
    update(state, abandoned.token, { isHeld: true });
    return handOut(state, abandoned.token, true);
  }

  const entries = state.lines.take(bounds);
  if (entries.length === 0) return undefined;
  const claim = {
    number: state.nextNumber(),
    token: randomBase62(TOKEN_CHARACTERS),
    entries,
    attempts: 0,
    notBefore: 0,
  };
  const written = state.group.commit([putClaim(state.tables, claim)]);
  state.claims.set(claim.token, { ...claim, isHeld: true, change: settled(written) });
  try {
    await written;
  } catch (error) {
    state.claims.delete(claim.token);
    state.lines.putBack(entries);
    state.wakeUp.wake();
    throw error;
  }
  update(state, claim.token, { change: undefined });
  const isRepeated = entries.some(
    ({ position, payload }) => position !== payload || position <= state.copiedUpTo,
  );
  return handOut(state, claim.token, isRepeated);
}

function isDue(state: QueueState, claim: OpenClaim): boolean {
  return !claim.isHeld && claim.change === undefined && claim.notBefore <= state.clock.now();
}

/** Bytes read before yielding to the event loop. */
const READ_BYTES = 1024 * 1024;

async function handOut(state: QueueState, token: string, isRepeated: boolean): Promise<Claim> {
  const open = state.claims.get(token);
  assert(open !== undefined, 'a claim is handed out while it exists');
  const entries: Claim['entries'][number][] = [];
  let unread = READ_BYTES;
  for (const { position, payload, organization, events, bytes } of open.entries) {
    const stored = state.tables.payloads.getBinary(numberKey(payload));
    // Only an organization that is being forgotten loses entries of a claim.
    if (stored === undefined) continue;
    // The driver's buffers have their own `length` property; a plain view does not.
    const plain = new Uint8Array(stored.buffer, stored.byteOffset, bytes);
    entries.push({ position, organization, events, payload: plain });
    unread -= bytes;
    if (unread <= 0) {
      unread = READ_BYTES;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
  }
  return {
    token,
    entries,
    events: entries.reduce((sum, entry) => sum + entry.events, 0),
    bytes: entries.reduce((sum, entry) => sum + entry.payload.byteLength, 0),
    attempts: open.attempts,
    isRepeated,
  };
}

export async function waitForWork(state: QueueState, signal: AbortSignal): Promise<void> {
  if (state.isClosed || !state.lines.isEmpty) return;
  let dueAt = Infinity;
  for (const claim of state.claims.values()) {
    if (!claim.isHeld) dueAt = Math.min(dueAt, claim.notBefore);
  }
  const waitMs = dueAt - state.clock.now();
  if (waitMs <= 0) return;
  await state.wakeUp.wait(signal, waitMs === Infinity ? undefined : waitMs);
}

export async function acknowledge(state: QueueState, token: string): Promise<void> {
  await changeClaim(state, token, (claim) => ({
    operations: [
      ...claim.entries.flatMap((entry) => removeEntry(state.tables, entry)),
      removeClaim(state.tables, claim),
    ],
    apply: () => drop(state, claim),
  }));
}

export async function retryLater(state: QueueState, token: string, delayMs: number): Promise<void> {
  await changeClaim(state, token, (claim) => {
    const later = {
      attempts: claim.attempts + 1,
      notBefore: state.clock.now() + delayMs,
    };
    return {
      operations: [putClaim(state.tables, { ...claim, ...later })],
      apply: () => {
        update(state, token, { ...later, isHeld: false });
        state.wakeUp.wake();
      },
    };
  });
}

/** Writes nothing: the holder of a claim is not stored on disk. */
export async function release(state: QueueState, token: string): Promise<void> {
  await state.claims.get(token)?.change;
  update(state, token, { isHeld: false });
  state.wakeUp.wake();
}

export async function deadLetter(state: QueueState, token: string, reason: string): Promise<void> {
  await changeClaim(state, token, (claim) => {
    const fate = { reason, attempts: claim.attempts, isSpilled: false };
    return {
      operations: [
        ...claim.entries.flatMap((entry) => letterOperations(state, entry, fate)),
        removeClaim(state.tables, claim),
      ],
      apply: () => drop(state, claim),
    };
  });
}

function drop(state: QueueState, claim: OpenClaim): void {
  state.claims.delete(claim.token);
  for (const entry of claim.entries) state.depthCount.subtract(entry);
}

/** Allows one change of a claim at a time; ignores a claim that no longer exists. */
export async function changeClaim(
  state: QueueState,
  token: string,
  prepare: (claim: OpenClaim) => { operations: readonly Operation[]; apply: () => void },
): Promise<void> {
  assertOpen(state);
  let claim = state.claims.get(token);
  while (claim?.change !== undefined) {
    await claim.change;
    claim = state.claims.get(token);
  }
  if (claim === undefined) return;
  const { operations, apply } = prepare(claim);
  const written = state.group.commit(operations);
  update(state, token, { change: settled(written) });
  try {
    await written;
    apply();
    update(state, token, { change: undefined });
  } catch (error) {
    // The holder could not report the outcome. The claim can be stored again under its token.
    update(state, token, { change: undefined, isHeld: false });
    state.wakeUp.wake();
    throw error;
  }
}

export function update(state: QueueState, token: string, change: Partial<OpenClaim>): void {
  const claim = state.claims.get(token);
  if (claim !== undefined) state.claims.set(token, { ...claim, ...change });
}

function settled(written: Promise<void>): Promise<void> {
  return written.catch(() => {});
}
