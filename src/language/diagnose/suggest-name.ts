import { nearestName } from '../../base/nearest-name.ts';

/** Words up to this length are close to nearly everything, so their first letter has to fit. */
const SHORT = 4;

/** The known word somebody probably meant, or undefined when none is near. */
export function suggestName(name: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(name, known);
  if (nearest === undefined || name.length > SHORT) return nearest;
  return nearest.charAt(0).toLowerCase() === name.charAt(0).toLowerCase() ? nearest : undefined;
}
