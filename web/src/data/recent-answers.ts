/**
 * Responses that this browser got without a session within the last minute. Requests without a session have a low limit
 * (the rate `auth`), and each page reload would send the same ones again; then too few would be left for signing in.
 */
const KEPT_MS = 60_000;

/** Key of the response that no user is signed in; removed on sign-in. */
export const NOBODY = 'nobody';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns a response stored less than a minute ago. Only `keepAnswer` writes to this storage, so the type is known. */
export function keptAnswer<Answer>(
  name: string,
  shelf: Shelf = localStorage,
  now: number = Date.now(),
): { readonly answer: Answer } | undefined {
  try {
    const kept = JSON.parse(shelf.getItem(keyOf(name)) ?? '{}') as { at?: number; answer: Answer };
    const { at, answer } = kept;
    return at !== undefined && at <= now && now - at < KEPT_MS ? { answer } : undefined;
  } catch {
    return undefined;
  }
}

export function keepAnswer(
  name: string,
  answer: unknown,
  shelf: Shelf = localStorage,
  now: number = Date.now(),
): void {
  try {
    shelf.setItem(keyOf(name), JSON.stringify({ at: now, answer }));
  } catch {
    // Without storage, the server is queried again.
  }
}

export function forgetAnswer(name: string, shelf: Shelf = localStorage): void {
  try {
    shelf.removeItem(keyOf(name));
  } catch {
    // Without storage, there is nothing to remove.
  }
}

function keyOf(name: string): string {
  return `xplain-asked:${name}`;
}
