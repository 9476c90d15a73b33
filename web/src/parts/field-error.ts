import { ApiError } from '../api/call.ts';

/** Returns the API's messages about one form field, by its path in the request body. */
export function fieldError(error: unknown, path: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const own = error.details.filter((detail) => detail.path === path || isBelow(detail.path, path));
  const messages = own.flatMap((detail) => (detail.message === undefined ? [] : [detail.message]));
  return messages.length === 0 ? undefined : messages.join(' ');
}

/** Whether the named fields already show everything the answer complains about. */
export function isShownByFields(error: unknown, paths: readonly string[]): boolean {
  if (!(error instanceof ApiError) || error.details.length === 0) return false;
  return error.details.every(({ path }) =>
    paths.some((shown) => path === shown || isBelow(path, shown)),
  );
}

/** Returns the error messages about paths that no field shows. */
export function otherProblems(error: unknown, paths: readonly string[]): string[] {
  if (!(error instanceof ApiError)) return [];
  return error.details.flatMap(({ path, message }) => {
    if (message === undefined || message === error.message) return [];
    if (paths.some((shown) => path === shown || isBelow(path, shown))) return [];
    return [path === undefined || path === '' ? message : `${path}: ${message}`];
  });
}

function isBelow(path: string | undefined, parent: string): boolean {
  return path?.startsWith(`${parent}.`) ?? false;
}
