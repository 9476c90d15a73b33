import { AppError } from '../../../base/errors.ts';

/** Of panels that show events as they were sent, where nobody has allowed that. */
export function rawRefused(): AppError {
  return new AppError('FORBIDDEN', 'This link shows no events.');
}
