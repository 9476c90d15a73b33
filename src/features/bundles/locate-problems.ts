import { AppError, type ErrorDetail } from '../../base/errors.ts';
import type { BundleKind } from '../../contract/bundle-kinds.ts';

/** Runs work for one thing of a bundle; errors name the thing and its place in the bundle. */
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

/** The same for a single thing whose definition is the whole body: omits the place within the bundle. */
export async function locateInBody<T>(
  kind: BundleKind,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const place = `${kind}.${key}`;
    const { details } = error.facts;
    throw new AppError(
      error.code,
      error.message.replace(`bundle.${place}: `, '').replace(`${place}: `, ''),
      {
        ...error.facts,
        ...(details === undefined ? {} : { details: details.map((each) => inBody(each, place)) }),
      },
      error,
    );
  }
}

function inBody(detail: ErrorDetail, place: string): ErrorDetail {
  const { path } = detail;
  const prefix = [`bundle.${place}`, place].find(
    (each) => path === each || path.startsWith(`${each}.`),
  );
  return prefix === undefined ? detail : { ...detail, path: path.slice(prefix.length + 1) };
}
