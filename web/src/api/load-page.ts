import { ApiError } from './call.ts';
import { connectionBoard } from './connection-issue.ts';

/** Waits for the code of a page, and explains the error if it cannot be loaded. */
export async function loadPage<Module>(module: Promise<Module>): Promise<Module> {
  try {
    return await module;
  } catch {
    const error = new ApiError({
      status: 0,
      code: 'OFFLINE',
      message:
        "Couldn't load this page: the server is unreachable or was upgraded. Reload the page.",
      details: [],
      retryAfterSeconds: undefined,
      requestId: undefined,
    });
    connectionBoard.noteFailure(error);
    throw error;
  }
}
