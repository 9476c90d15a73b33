/** Shared by the nodes of the crash test of audit streams and whoever creates the stream. */
export const SECRET = 'a secret of the crash test, long enough';
