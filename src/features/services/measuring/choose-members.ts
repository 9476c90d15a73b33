import { LIMITS } from '../../../spec/limits.ts';
import { measuresOf } from './ask-together.ts';
import type { Asked } from './find-due-services.ts';

const { sharedServicesMax, sharedValuesMax } = LIMITS.services;
/**
 * Every measure of a statement is computed for the events of each of its services: the cost for each service may be at
 * most this many times its cost alone.
 */
const DEARER_MAX = 2;

/**
 * Returns the question followed by those of the others that can share its statement. `readOf` identifies what a service
 * reads.
 */
export async function chooseMembers(
  asked: Asked,
  others: readonly Asked[],
  readOf: (asked: Asked) => Promise<string | undefined>,
): Promise<Asked[]> {
  const members = [asked];
  const read = await readOf(asked);
  if (read === undefined) return members;
  for (const other of others) {
    if (members.length >= sharedServicesMax) break;
    const more = [...members, other];
    if (fits(more) && (await readOf(other)) === read) members.push(other);
  }
  return members;
}

function fits(members: readonly Asked[]): boolean {
  const all = measuresOf(members.map(({ part }) => part)).size;
  const fewest = Math.min(...members.map(({ part }) => measuresOf([part]).size));
  const slots = Math.max(...members.map((each) => each.slots.length));
  return all <= DEARER_MAX * fewest && all * slots * members.length <= sharedValuesMax;
}
