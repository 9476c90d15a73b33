/**
 * How the server's Node is started. Most of what a request makes is garbage a moment later. Left to itself, the
 * part of the heap for such things grows to 128 MB and stays there. What makes most of it, large bodies, is read
 * by threads with a bound of their own, so the rest needs an eighth.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16'];
