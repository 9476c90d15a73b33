/**
 * How the server's Node is started. Most of what a request makes is garbage a moment later. Left to itself, the
 * part of the heap for such things grows to 128 MB and stays there. What makes most of it, large bodies, is read
 * by threads, so the rest needs a sixteenth. What lives for a second, as events do that wait to be stored, becomes
 * garbage in the other part of the heap: that one may grow by two fifths before it is collected, not to four
 * times its size.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
