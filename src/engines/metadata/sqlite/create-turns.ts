import { storeIsBusy } from '../unavailable.ts';

/** One after the other, in the order of asking. */
export interface Turns {
  /** Resolves with the function that ends the turn; rejects after a timeout. */
  take(): Promise<() => void>;
}

export function createTurns(waitMsMax: number): Turns {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function endTurn(): () => void {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = waiting.shift();
      if (next === undefined) isTaken = false;
      else next();
    };
  }

  return {
    take() {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve(endTurn());
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(start), 1);
          reject(storeIsBusy());
        }, waitMsMax);
        function start(): void {
          clearTimeout(timer);
          resolve(endTurn());
        }
        waiting.push(start);
      });
    },
  };
}
