/** Facts stored about the last drill, so that a running server can report how long a restore takes. */
import { isObject } from '../../base/is-object.ts';
import type { Repository } from './repository/open-repository.ts';

export interface Drill {
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
  /** The backup that was restored. */
  readonly backup: string;
  /** Until the folder was ready for a server. */
  readonly rtoMs: number;
  readonly bytes: number;
}

export async function noteDrill(repository: Repository, drill: Drill): Promise<void> {
  await repository.writeDrill(JSON.stringify(drill));
}

/** Undefined before the first, and when the note is not one that this release knows. */
export async function lastDrill(repository: Repository): Promise<Drill | undefined> {
  const text = await repository.readDrill();
  const noted: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isObject(noted)) return undefined;
  const { at, backup, rtoMs, bytes } = noted;
  const isKnown = [at, rtoMs, bytes].every((each) => Number.isFinite(each));
  if (!isKnown || typeof backup !== 'string') return undefined;
  return { at: Number(at), backup, rtoMs: Number(rtoMs), bytes: Number(bytes) };
}
