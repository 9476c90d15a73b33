/**
 * The engine trusts the heads of pages and the footer of a file, which carry no checksum that it knows. So it is given a part
 * only after the whole file was found to be what was written.
 */
import { MINUTE_MS } from '../../../../spec/units.ts';
import { damagedFault, findDamaged } from '../check-part.ts';

export interface PartChecks {
  /** Throws when one of the parts is damaged. One that was whole before is not read again. */
  require(names: readonly string[]): Promise<void>;
  /** After a failure: those that were read a while ago are read again. */
  repeat(names: readonly string[]): Promise<void>;
}

/** Statements also fail for other reasons: clients that send such statements must not keep the disk busy. */
const REPEAT_MS = 1 * MINUTE_MS;
/** Names of removed parts are forgotten together with all others. */
const KNOWN_MAX = 100_000;

export function createPartChecks(folder: string): PartChecks {
  /** When each was found whole. */
  const whole = new Map<string, number>();
  const require = async (names: readonly string[]): Promise<void> => {
    const unknown = names.filter((name) => !whole.has(name));
    if (unknown.length === 0) return;
    const damaged = await findDamaged(folder, unknown);
    if (damaged.length > 0) throw damagedFault(damaged);
    if (whole.size > KNOWN_MAX) whole.clear();
    for (const name of unknown) whole.set(name, performance.now());
  };
  return {
    require,
    async repeat(names) {
      const before = performance.now() - REPEAT_MS;
      for (const name of names) if ((whole.get(name) ?? 0) < before) whole.delete(name);
      await require(names);
    },
  };
}
