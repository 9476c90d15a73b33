/** Endpoints that are declared and have no handler yet. One that has got it must leave the list, so it only ever shrinks. */
export const ENDPOINTS_NOT_YET: ReadonlySet<string> = new Set([]);
