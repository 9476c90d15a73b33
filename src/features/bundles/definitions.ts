/** Reading and changing definitions by the paths of their fields. */
import { isObject } from '../../base/is-object.ts';
import type { Definition } from '../../contract/check-bundle.ts';

/** The value at a dotted path; undefined where there is none. */
export function valueAt(definition: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), definition);
}

/** The same with another value at a dotted path; undefined removes the field. */
export function withValue(definition: Definition, path: string, value: unknown): Definition {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    const { [name]: _old, ...others } = definition;
    return value === undefined ? others : { ...definition, [name]: value };
  }
  const inner = definition[name];
  if (!isObject(inner)) return definition;
  return { ...definition, [name]: withValue(inner, rest.join('.'), value) };
}

/** Replaces every string at a path, where `*` matches every list entry; returning undefined drops the entry. */
export function mapTexts(
  value: unknown,
  path: readonly string[],
  replace: (text: string, at: string) => string | undefined,
  at = '',
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? replace(value, at) : value;
  if (name === '*') {
    if (!Array.isArray(value)) return value;
    return value
      .map((each: unknown, i) => mapTexts(each, rest, replace, `${at}.${i}`))
      .filter((each) => each !== undefined);
  }
  if (!isObject(value) || value[name] === undefined || value[name] === null) return value;
  const inner = mapTexts(value[name], rest, replace, at === '' ? name : `${at}.${name}`);
  return { ...value, [name]: inner ?? null };
}

/** Equal values produce equal texts, regardless of field order. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function isEqual(left: unknown, right: unknown): boolean {
  return left === right || stableText(left ?? null) === stableText(right ?? null);
}
