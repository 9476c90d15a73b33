/**
 * Prevents formulas in CSV files: spreadsheets run `=HYPERLINK(…)`, and anyone who can write a log line could inject
 * it. Such a cell gets a leading apostrophe, which spreadsheets read as "this is text". Numbers are unchanged. Works on
 * bytes, independent of chunk boundaries.
 */
export interface FormulaEscape {
  change(piece: Uint8Array): Uint8Array;
  /** What was still undecided at the end of the file. */
  end(): Uint8Array;
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
/** Equals, at, and white space in front of them: `=` `@`, tab, carriage return, line feed. */
const STARTS = new Set([0x3d, 0x40, 0x09, 0x0d, LINE_FEED]);
/** Plus and minus begin a formula or a number. */
const SIGNS = new Set([0x2b, 0x2d]);
/** Longer than any number that is written out. */
const NUMBER_BYTES_MAX = 40;

export function createFormulaEscape(): FormulaEscape {
  let isQuoted = false;
  let isStart = true;
  /** A cell that starts with a sign, until it is known whether it is a number. */
  let undecided: number[] | undefined;
  let out = new Uint8Array(0);
  let length = 0;

  function put(byte: number): void {
    out[length] = byte;
    length += 1;
  }
  function decide(isEnd: boolean): void {
    if (undecided === undefined) return;
    const cell = undecided;
    undecided = undefined;
    if (!isEnd || !isNumber(cell)) put(APOSTROPHE);
    for (const byte of cell) put(byte);
  }
  function isCellEnd(byte: number): boolean {
    return isQuoted ? byte === QUOTE : byte === COMMA || byte === LINE_FEED || byte === 0x0d;
  }
  function see(byte: number): void {
    if (undecided !== undefined) {
      if (!isCellEnd(byte)) {
        undecided.push(byte);
        if (undecided.length > NUMBER_BYTES_MAX) decide(false);
        return;
      }
      decide(true);
    } else if (isStart) {
      if (byte === QUOTE && !isQuoted) {
        isQuoted = true;
        put(byte);
        return;
      }
      isStart = false;
      if (SIGNS.has(byte)) {
        undecided = [byte];
        return;
      }
      // Outside of quotes a line end is no cell.
      if (STARTS.has(byte) && (isQuoted || (byte !== LINE_FEED && byte !== 0x0d))) put(APOSTROPHE);
    }
    if (byte === QUOTE) isQuoted = !isQuoted;
    if (!isQuoted && (byte === COMMA || byte === LINE_FEED)) isStart = true;
    put(byte);
  }
  function taken(): Uint8Array {
    const piece = out.subarray(0, length);
    out = new Uint8Array(0);
    length = 0;
    return piece;
  }

  return {
    change(piece) {
      // Each cell is followed by a separator, so the output is at most twice as long.
      out = new Uint8Array(piece.length * 2 + 2 * NUMBER_BYTES_MAX);
      for (const byte of piece) see(byte);
      return taken();
    },
    end() {
      out = new Uint8Array(2 * NUMBER_BYTES_MAX);
      decide(true);
      return taken();
    },
  };
}

function isNumber(cell: readonly number[]): boolean {
  const text = String.fromCharCode(...cell);
  return /^[+-]\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
}
