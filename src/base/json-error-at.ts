/**
 * Where a text stops being JSON, as an offset in UTF-16 units; its length when it merely ends too early.
 * For error messages: it runs only on text that JSON.parse has refused, and never recurses.
 */
export function jsonErrorAt(text: string): number {
  const open: string[] = [];
  let at = skipSpace(text, 0);
  let expects: 'value' | 'value or ]' | 'key or }' | 'key' | 'after' = 'value';
  while (at < text.length) {
    const mark = text[at] ?? '';
    if (expects === 'after') {
      const inside = open.at(-1);
      if (mark === ',' && inside !== undefined) expects = inside === '{' ? 'key' : 'value';
      else if (mark === (inside === '{' ? '}' : ']') && inside !== undefined) open.pop();
      else return at;
      at++;
    } else if (expects === 'key' || expects === 'key or }') {
      if (mark === '}' && expects === 'key or }') {
        open.pop();
        expects = 'after';
        at++;
      } else {
        const end = endOfString(text, at);
        if (end < 0) return -end - 1;
        at = skipSpace(text, end);
        if (at < text.length && text[at] !== ':') return at;
        at++;
        expects = 'value';
      }
    } else if (mark === '{' || mark === '[') {
      open.push(mark);
      expects = mark === '{' ? 'key or }' : 'value or ]';
      at++;
    } else if (mark === ']' && expects === 'value or ]') {
      open.pop();
      expects = 'after';
      at++;
    } else {
      const end = mark === '"' ? endOfString(text, at) : endOfScalar(text, at);
      if (end < 0) return -end - 1;
      at = end;
      expects = 'after';
    }
    at = skipSpace(text, at);
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text[at] ?? '-')) at++;
  return at;
}

/** The offset behind the string, or minus one minus the offset of what is wrong. */
function endOfString(text: string, from: number): number {
  if (text[from] !== '"') return -from - 1;
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) return -at - 1;
    if (code !== 92) continue;
    const escape = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at + 1, at + 6));
    if (escape === null) return -at - 1;
    at += escape[0].length;
  }
  return -text.length - 1;
}

const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

function endOfScalar(text: string, from: number): number {
  SCALAR.lastIndex = from;
  return SCALAR.test(text) ? SCALAR.lastIndex : -from - 1;
}
