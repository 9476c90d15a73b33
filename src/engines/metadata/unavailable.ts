import { AppError } from '../../base/errors.ts';

/** Others hold what is needed; waiting longer would only add to the queue. */
export function storeIsBusy(cause?: unknown): AppError {
  return unavailable('The metadata store is busy. Retry in a moment.', cause);
}

/** Nobody answers. */
export function storeIsAway(cause?: unknown): AppError {
  return unavailable("Can't reach the metadata store. Retry in a moment.", cause);
}

function unavailable(message: string, cause: unknown): AppError {
  return new AppError('STORAGE_UNAVAILABLE', message, { retryAfterSeconds: 1 }, cause);
}
