/**
 * A manifest says which entries belong together and what has become of them. It is one message of the
 * control stream, so every change of the queue is one message: it is there whole, or not at all. An entry
 * belongs to the last manifest that names it; one that none names waits for its first claim.
 */

/**
 * `held` by a node that stores it, `free` to be held again, `dead` letters, `waiting` again after a replay,
 * or `gone`: stored or thrown away, and that is final.
 */
export type Fate = 'held' | 'free' | 'dead' | 'waiting' | 'gone';

export interface Manifest {
  readonly token: string;
  readonly fate: Fate;
  /** Sequences of the entries in their stream, in the order of the claim. */
  readonly sequences: readonly number[];
  /** Milliseconds since 1970; the older of two claims is handed out again first. */
  readonly createdAt: number;
  /** The node that holds it; empty when none does. */
  readonly holder: string;
  readonly attempts: number;
  /** Milliseconds since 1970 before which it is not handed out. */
  readonly notBefore: number;
  readonly reason: string;
  readonly deadAt: number;
  readonly isSpilled: boolean;
}

/** A manifest that the server has taken. */
export interface KnownManifest extends Manifest {
  /** Where it stands in the control stream. */
  readonly sequence: number;
  /** Nanoseconds since 1970, by the server's clock. */
  readonly time: bigint;
}

export function newManifest(
  fields: Pick<Manifest, 'token' | 'fate' | 'sequences' | 'createdAt'> & Partial<Manifest>,
): Manifest {
  const blank = { holder: '', attempts: 0, notBefore: 0, reason: '', deadAt: 0, isSpilled: false };
  return { ...blank, ...fields };
}

/** Sequences lie close together: their differences take a fraction of the room. */
export function encodeManifest(manifest: Manifest): string {
  const { token, fate, sequences, createdAt, holder } = manifest;
  const { attempts, notBefore, reason, deadAt, isSpilled } = manifest;
  const steps = sequences.map((sequence, at) => sequence - (sequences[at - 1] ?? 0));
  const facts = { token, fate, createdAt, holder, attempts, notBefore, reason, deadAt, isSpilled };
  return JSON.stringify({ ...facts, steps });
}

export function decodeManifest(text: string): Manifest {
  const { steps, ...facts } = JSON.parse(text) as Omit<Manifest, 'sequences'> & {
    readonly steps: readonly number[];
  };
  let sequence = 0;
  return { ...facts, sequences: steps.map((step) => (sequence += step)) };
}
