import { nearestName } from '../../base/nearest-name.ts';

/** Words up to this length are similar to nearly everything, so their first letter has to match. */
const SHORT = 4;

/** Returns the known word that was probably meant, or undefined if none is close. */
export function suggestName(name: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(name, known);
  if (nearest === undefined || name.length > SHORT) return nearest;
  return nearest.charAt(0).toLowerCase() === name.charAt(0).toLowerCase() ? nearest : undefined;
}
