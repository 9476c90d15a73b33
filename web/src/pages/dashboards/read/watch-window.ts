import type { Refresher } from './refresher.ts';

const ACTIVITIES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Reports to the refresher whether the page is visible and whether the user is active. Returns a function that stops
 * it.
 */
export function watchWindow(refresher: Refresher): () => void {
  const seen = (): void => refresher.setHidden(document.visibilityState === 'hidden');
  const touched = (): void => refresher.noteActivity();
  seen();
  document.addEventListener('visibilitychange', seen);
  for (const name of ACTIVITIES) window.addEventListener(name, touched, { passive: true });
  return () => {
    document.removeEventListener('visibilitychange', seen);
    for (const name of ACTIVITIES) window.removeEventListener(name, touched);
  };
}
