/** `{app="checkout", level="info"}` as clients of Loki write it; undefined when it is not that. */
export function parseLabels(text: string): [name: string, value: string][] | undefined {
  const labels: [string, string][] = [];
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined;
  const inner = trimmed.slice(1, -1).trimEnd();
  const pair = /\s*([\p{L}_][\p{L}\p{N}_.:-]*)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)\s*(,|$)/uy;
  while (pair.lastIndex < inner.length) {
    const found = pair.exec(inner);
    if (found === null) return undefined;
    const [, name = '', quoted, plain = ''] = found;
    labels.push([name, quoted === undefined ? plain : unquote(quoted)]);
  }
  return labels;
}

const SHORT: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The escapes of Go’s string literals. */
function unquote(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U(00[01][0-9a-fA-F]{5})|([^]))/g,
    (_all, byte?: string, short?: string, long?: string, single = '') => {
      const code = byte ?? short ?? long;
      if (code === undefined) return SHORT[single as string] ?? (single as string);
      const point = Number.parseInt(code, 16);
      return point > 0x10_ff_ff ? '\u{fffd}' : String.fromCodePoint(point);
    },
  );
}
