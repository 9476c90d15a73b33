/**
 * A manifest records which entries belong together and their state. It is one message of the control stream, so every
 * change of the queue is one message and therefore atomic. An entry belongs to the last manifest that names it; an
 * entry without one waits for its first claim.
 */

/**
 * Identifies an entry: its sequence in the stream and a few random characters. A server that lost its last messages in
 * a power cut reuses their sequences; a later message must not be mistaken for one named by an old manifest.
 */
export type EntryRef = `${number}.${string}`;

export function entryRef(sequence: number, mark: string): EntryRef {
  return `${sequence}.${mark}`;
}

export function sequenceOf(ref: EntryRef): number {
  return Number(ref.slice(0, ref.indexOf('.')));
}

function markOf(ref: EntryRef): string {
  return ref.slice(ref.indexOf('.') + 1);
}

/**
 * `held` by a node that stores it, `free` to be held again, `dead` letters, `waiting` again after a replay,
 * or `gone`: stored or thrown away, and that is final.
 */
export type Fate = 'held' | 'free' | 'dead' | 'waiting' | 'gone';

export interface Manifest {
  readonly token: string;
  readonly fate: Fate;
  /** The entries, in the order of the claim. */
  readonly entries: readonly EntryRef[];
  /** Milliseconds since 1970; the older of two claims is handed out again first. */
  readonly createdAt: number;
  /** The node that holds it; empty if none does. */
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
  /** Its sequence in the control stream. */
  readonly sequence: number;
  /** Nanoseconds since 1970, by the server's clock. */
  readonly time: bigint;
}

export function newManifest(
  fields: Pick<Manifest, 'token' | 'fate' | 'entries' | 'createdAt'> & Partial<Manifest>,
): Manifest {
  const blank = { holder: '', attempts: 0, notBefore: 0, reason: '', deadAt: 0, isSpilled: false };
  return { ...blank, ...fields };
}

/** Sequences are close together: their differences take a fraction of the space. */
export function encodeManifest(manifest: Manifest): string {
  const { token, fate, entries, createdAt, holder } = manifest;
  const { attempts, notBefore, reason, deadAt, isSpilled } = manifest;
  const sequences = entries.map(sequenceOf);
  const steps = sequences.map((sequence, at) => sequence - (sequences[at - 1] ?? 0));
  const marks = entries.map(markOf).join();
  const facts = { token, fate, createdAt, holder, attempts, notBefore, reason, deadAt, isSpilled };
  return JSON.stringify({ ...facts, steps, marks });
}

export function decodeManifest(text: string): Manifest {
  const { steps, marks, ...facts } = JSON.parse(text) as Omit<Manifest, 'entries'> & {
    readonly steps: readonly number[];
    readonly marks: string;
  };
  const marked = marks.split(',');
  let sequence = 0;
  return {
    ...facts,
    entries: steps.map((step, at) => entryRef((sequence += step), marked[at] ?? '')),
  };
}
