/**
 * What this browser asked without a session within the last minute. Requests without a session have a low limit (the rate `auth`), and each
 * page that is loaded anew would ask the same again; then too little would be left to sign in with.
 */
const KEPT_MS = 60_000;

/** Names the answer that nobody is signed in; forgotten by whoever signs in. */
export const NOBODY = 'nobody';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The answer that was kept less than a minute ago. Only `keepAnswer` writes there, so its form is known. */
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
    // Without storage the server is asked again.
  }
}

export function forgetAnswer(name: string, shelf: Shelf = localStorage): void {
  try {
    shelf.removeItem(keyOf(name));
  } catch {
    // What was never kept need not be forgotten.
  }
}

function keyOf(name: string): string {
  return `xplain-asked:${name}`;
}
