import { AppError } from '../../base/errors.ts';

/** The organization has reached the maximum for any organization, regardless of its plan. */
export function tooMany(resource: string, words: string, max: number): AppError {
  const message = `An organization can have at most ${max} ${words}.`;
  return new AppError('PLAN_LIMIT_REACHED', message, { fields: { limit: max, resource } });
}
