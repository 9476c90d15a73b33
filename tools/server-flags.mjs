/**
 * How the server's Node is started. Most of what a request makes is garbage a moment later. Left to itself, the
 * part of the heap for such things grows to 128 MB and stays there. What makes most of it, large bodies, is read
 * by threads, so the rest needs a sixteenth. What lives for a second, as events do that wait to be stored, becomes
 * garbage in the other part of the heap: that one may grow by two fifths before it is collected, not to four
 * times its size. So small a part for young things is collected faster by one thread than by several that wait for
 * each other: a tenth of all processor time while events arrive.
 */
export const SERVER_FLAGS = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=40',
  '--no-parallel-scavenge',
];
