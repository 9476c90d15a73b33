import { useSyncExternalStore } from 'react';
import { createStore } from '../api/store.ts';

const EVERY_MS = 20_000;
const clock = createStore(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the current time for texts such as “3 minutes ago”; all users share one timer. */
export function useNow(): number {
  return useSyncExternalStore(watch, clock.get);
}

function watch(listener: () => void): () => void {
  const leave = clock.subscribe(listener);
  watchers += 1;
  if (watchers === 1) {
    clock.set(Date.now());
    timer = setInterval(() => clock.set(Date.now()), EVERY_MS);
  }
  return () => {
    leave();
    watchers -= 1;
    if (watchers === 0) clearInterval(timer);
  };
}
