/**
 * Holds calls whose session has ended until the person has signed in again, so that nothing typed is lost:
 * the calls wait, a form appears over the page, and afterwards they are made once more.
 */
import { createStore, type Store } from './store.ts';

export interface SignInGate {
  /** Whether somebody waits for the person to sign in. */
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
