import { AppError } from '../../base/errors.ts';

/** The required resources are in use; waiting longer would only add to the queue. */
export function storeIsBusy(cause?: unknown): AppError {
  return unavailable('The metadata store is busy. Retry in a moment.', cause);
}

/** The store is unavailable. */
export function storeIsAway(cause?: unknown): AppError {
  return unavailable("Can't reach the metadata store. Retry in a moment.", cause);
}

function unavailable(message: string, cause: unknown): AppError {
  return new AppError('STORAGE_UNAVAILABLE', message, { retryAfterSeconds: 1 }, cause);
}
