/** The values of a JSON text as fields, under the paths by which `spath` knows them. */

/** More fields than this are not shown; each is still found by its name. */
const FIELDS_MAX = 200;
const DEPTH_MAX = 16;

/**
 * None if the text is not an object. Texts are returned unchanged; a list returns all its values, under a name that
 * ends with `{}`.
 */
export function fieldsOfJson(text: unknown): [string, unknown][] {
  if (typeof text !== 'string' || !text.trimStart().startsWith('{')) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const fields = new Map<string, unknown[]>();
  collect(fields, '', parsed, 0);
  return Array.from(fields, ([name, values]) => [name, values.length === 1 ? values[0] : values]);
}

function collect(
  fields: Map<string, unknown[]>,
  name: string,
  value: unknown,
  depth: number,
): void {
  if (value === null || depth > DEPTH_MAX) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(fields, `${name}{}`, item, depth + 1);
  } else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      collect(fields, name === '' ? key : `${name}.${key}`, inner, depth + 1);
    }
  } else {
    const known = fields.get(name);
    if (known !== undefined) known.push(shown(value));
    else if (fields.size < FIELDS_MAX) fields.set(name, [shown(value)]);
  }
}

function shown(value: unknown): unknown {
  return typeof value === 'boolean' ? String(value) : value;
}
