import type { IncomingMessage } from 'node:http';
import { ID_PREFIXES, randomBase62 } from '../base/ids.ts';

const SANE_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]*$/;

export interface RequestIds {
  /** The caller's own id where it is a short plain token, else a new one. */
  readonly of: (request: IncomingMessage) => string;
  /** For what never became a request. */
  readonly fresh: () => string;
}

/**
 * A random start and a counter are unique enough here, and cost less than fresh random bits for every
 * request.
 */
export function createRequestIds(charactersMax: number): RequestIds {
  const start = ID_PREFIXES.request + randomBase62(10);
  let count = 0;

  function fresh(): string {
    count += 1;
    return start + count.toString(36);
  }

  return {
    fresh,
    of: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && isSane(given, charactersMax) ? given : fresh();
    },
  };
}

function isSane(id: string, charactersMax: number): boolean {
  return id.length <= charactersMax && SANE_ID.test(id);
}
