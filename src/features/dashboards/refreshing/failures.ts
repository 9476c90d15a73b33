import { AppError } from '../../../base/errors.ts';
import type { Log } from '../../../base/log.ts';
import type { PanelFailure } from '../../../contract/dashboard-data.ts';

/** A user-readable reason why there is nothing to show. Internal defects are only logged. */
export function failureOf(log: Log, error: unknown): PanelFailure {
  if (error instanceof AppError) {
    const { code, message, facts } = error;
    const details = facts.details?.map(({ path, message: text, position }) => ({
      path,
      message: text,
      ...(position === undefined ? {} : { position }),
    }));
    return { code, error: message, ...(details === undefined ? {} : { details }) };
  }
  log.error({ err: error }, 'panel failed');
  return { code: 'INTERNAL', error: 'Internal error. Try again.' };
}

export function tookTooLong(): AppError {
  return new AppError('QUERY_TIMEOUT', 'The dashboard took too long. Shorten the time range.');
}
