import { AppError } from '../../../base/errors.ts';

export function planLimitOf(resource: string, max: number): AppError {
  const fields = { limit: max, resource };
  return new AppError(
    'PLAN_LIMIT_REACHED',
    `An organization can have at most ${max} ${resource}.`,
    {
      fields,
    },
  );
}
