import { LIMITS } from '../../../spec/limits.ts';
import { measuresOf } from './ask-together.ts';
import type { Asked } from './find-mates.ts';

const { sharedServicesMax, sharedValuesMax } = LIMITS.services;
/**
 * Every measure of a statement is computed for the events of each of its services: for none of them it may be more
 * than so many times what it would be alone.
 */
const DEARER_MAX = 2;

/** Those of the mates that one can be asked for with, itself the first. `readOf` names what a service reads. */
export async function chooseMembers(
  asked: Asked,
  mates: readonly Asked[],
  readOf: (asked: Asked) => Promise<string | undefined>,
): Promise<Asked[]> {
  const members = [asked];
  const read = await readOf(asked);
  if (read === undefined) return members;
  for (const mate of mates) {
    if (members.length >= sharedServicesMax) break;
    const more = [...members, mate];
    if (fits(more) && (await readOf(mate)) === read) members.push(mate);
  }
  return members;
}

function fits(members: readonly Asked[]): boolean {
  const all = measuresOf(members.map(({ part }) => part)).size;
  const fewest = Math.min(...members.map(({ part }) => measuresOf([part]).size));
  const slots = Math.max(...members.map((each) => each.slots.length));
  return all <= DEARER_MAX * fewest && all * slots * members.length <= sharedValuesMax;
}
