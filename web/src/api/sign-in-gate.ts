/**
 * Holds calls whose session has expired until the user has signed in again, so that no input is lost: the calls wait, a
 * form appears over the page, and then they are retried.
 */
import { createStore, type Store } from './store.ts';

export interface SignInGate {
  /** Whether calls are waiting for the user to sign in. */
  readonly isOpen: Store<boolean>;
  /** Resolves with true once the person has signed in, with false when they would not. */
  ask(): Promise<boolean>;
  settle(isSignedIn: boolean): void;
}

export function createSignInGate(): SignInGate {
  const isOpen = createStore(false);
  let waiting: ((isSignedIn: boolean) => void)[] = [];
  return {
    isOpen,
    ask: async () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        isOpen.set(true);
      }),
    settle: (isSignedIn) => {
      const served = waiting;
      waiting = [];
      isOpen.set(false);
      for (const resolve of served) resolve(isSignedIn);
    },
  };
}

/** The one of this window. */
export const signInGate = createSignInGate();
