import type { IncomingMessage } from 'node:http';
import { ID_PREFIXES, randomBase62 } from '../base/ids.ts';
import { LIMITS } from '../spec/limits.ts';

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
export function createRequestIds(): RequestIds {
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
      return typeof given === 'string' && isSane(given) ? given : fresh();
    },
  };
}

function isSane(id: string): boolean {
  return id.length <= LIMITS.http.requestIdCharactersMax && SANE_ID.test(id);
}
