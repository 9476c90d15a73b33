import { AppError } from '../../base/errors.ts';
import type { BundleKind } from '../../contract/bundle-kinds.ts';

/** Does something about one thing of a bundle; a failure says which thing, and where in the bundle. */
export async function locate<T>(
  kind: BundleKind,
  key: string,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const place = `${kind}.${key}`;
    const { details = [{ path: '', message: error.message }] } = error.facts;
    throw new AppError(
      error.code,
      `${place}: ${error.message}`,
      {
        ...error.facts,
        details: details.map((each) => ({
          ...each,
          path: `bundle.${place}${each.path === '' ? '' : `.${each.path}`}`,
        })),
      },
      error,
    );
  }
}
