/** Returns the same expression without RE2-only syntax, so that it can be parsed. */
export function asPlainRegex(regex: string): string {
  const flag = /\(\?[a-zA-Z]*i/.test(regex) ? '(?i)' : '';
  const plain = regex.replaceAll(PIECES, (piece) => {
    if (piece.startsWith('\\Q')) return escaped(piece.slice(2).replace(/\\E$/, ''));
    if (piece.startsWith('(?')) return piece.endsWith(':') ? '(?:' : '';
    if (/^\\[pP]/.test(piece)) return '\\p{L}';
    if (piece.startsWith('\\x{')) return beyondAscii(piece);
    if (piece === '\\C') return '.';
    return piece === '\\a' ? '\\x07' : piece;
  });
  return plain === regex && flag === '' ? regex : flag + plain;
}

const PIECES =
  /\\Q[\s\S]*?(?:\\E|$)|\(\?[imsU]*(?:-[imsU]+)?[:)]|\\x\{[0-9A-Fa-f]+\}|\\[pP](?:\{[^}]*\}|[^{])|\\[\s\S]/g;

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** All characters beyond ASCII are one here. */
function beyondAscii(piece: string): string {
  const code = Number.parseInt(piece.slice(3, -1), 16);
  return code > 127 ? 'é' : `\\x${code.toString(16).padStart(2, '0')}`;
}
