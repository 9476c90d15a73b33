import type { Log } from '../../base/log.ts';
import { type SecretPlace, type Secrets, UnreadableSecret } from './secrets.ts';

export interface KeptSecret {
  readonly place: SecretPlace;
  readonly kept: string;
}

/** A table that keeps secrets, as far as renewing them needs to know it. */
export interface SecretKeeper {
  /**
   * At most `max` secrets that do not begin with `prefix`, ordered by organization and row, starting after the last
   * place read.
   */
  readonly readStale: (
    prefix: string,
    after: SecretPlace | undefined,
    max: number,
  ) => Promise<readonly KeptSecret[]>;
  /** Overwrites it, unless it has changed since it was read. */
  readonly replace: (before: KeptSecret, renewed: string) => Promise<void>;
}

interface RenewNeeds {
  readonly secrets: Secrets;
  readonly log: Log;
}

const READ_AT_ONCE_MAX = 100;

/**
 * Re-encrypts secrets from the previous key with the current one, so that `XPLAIN_SECRET_PREVIOUS` can be removed
 * afterwards. Secrets that no key can decrypt stay unchanged and are reported to the operator.
 */
export async function renewSecrets(
  { secrets, log }: RenewNeeds,
  keeper: SecretKeeper,
  signal?: AbortSignal,
): Promise<{ renewed: number; unreadable: number }> {
  const count = { renewed: 0, unreadable: 0 };
  let after: SecretPlace | undefined;
  while (signal?.aborted !== true) {
    const stale = await keeper.readStale(secrets.currentPrefix, after, READ_AT_ONCE_MAX);
    for (const each of stale) {
      const text = read(secrets, each);
      if (text === undefined) count.unreadable++;
      else {
        await keeper.replace(each, secrets.encryptSecret(each.place, text));
        count.renewed++;
      }
    }
    after = stale.at(-1)?.place;
    if (stale.length < READ_AT_ONCE_MAX) break;
  }
  if (count.renewed > 0) log.info(count, 'secrets re-encrypted with the current key');
  if (count.unreadable > 0) {
    log.warn(count, 'secrets that cannot be decrypted; they must be entered again');
  }
  return count;
}

function read(secrets: Secrets, { place, kept }: KeptSecret): string | undefined {
  try {
    return secrets.decryptSecret(place, kept);
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}
