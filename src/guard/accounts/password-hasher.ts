import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../base/errors.ts';
import type { Limits } from '../../spec/limits.ts';

/** Turns passwords into hashes that are slow to guess, few at a time. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

/** Argon2id with 19 MiB and two passes, the least that OWASP recommends. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function createPasswordHasher(
  limits: Pick<Limits['passwords'], 'hashesAtOnceMax' | 'hashesWaitingMax'>,
): PasswordHasher {
  const inTurn = createTurns(limits.hashesAtOnceMax, limits.hashesWaitingMax);
  return {
    hash: (password) => inTurn(() => hash(sameForm(password), COST)),
    verify: (stored, password) => inTurn(() => verify(stored, sameForm(password))),
  };
}

/** Keyboards write the same character in different ways. */
function sameForm(password: string): string {
  return password.normalize('NFKC');
}

function createTurns(atOnceMax: number, waitingMax: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw tooBusy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // The slot is handed over rather than freed, so that no other call can slip in.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

function tooBusy(): AppError {
  return new AppError('RATE_LIMITED', 'Too many sign-ins at the moment. Retry in a moment.');
}
