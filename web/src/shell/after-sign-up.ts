/** Page that the user wanted before signing up: the link in the email does not contain it. */
const KEY = 'xplain-after-sign-up';

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function keepWish(path: string | undefined, shelf: Shelf = localStorage): void {
  try {
    if (path === undefined) shelf.removeItem(KEY);
    else shelf.setItem(KEY, path);
  } catch {
    // Without storage they land on the first page, as everybody else.
  }
}

export function keptWish(shelf: Shelf = localStorage): string | undefined {
  try {
    return shelf.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
