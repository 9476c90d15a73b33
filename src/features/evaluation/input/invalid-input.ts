import { AppError, type ErrorDetail } from '../../../base/errors.ts';

/** Names the first problem, and all of them with their paths. */
export function invalidInput(details: readonly ErrorDetail[]): AppError {
  const [first] = details;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const start = details.length > 1 ? 'Several fields are invalid. See details.' : 'Invalid input.';
  const message = `${start} ${where}${first?.message ?? ''}`.trim();
  return new AppError('VALIDATION_ERROR', message, { details });
}
