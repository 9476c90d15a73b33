import { LIMITS } from '../../src/spec/limits.ts';

const { columnsMax, columnCharactersMax, cellsMax, valueBytesMax } = LIMITS.lookups;

export interface CsvProblem {
  readonly line: number;
  readonly message: string;
}

/** Why a table can't be uploaded as it is; undefined if it can. */
export function csvProblem(text: string): CsvProblem | undefined {
  let columns: readonly string[] | undefined;
  let cells = 0;
  for (const record of recordsOf(text)) {
    const { line, values } = record;
    if (record.isOpen) return { line, message: 'A quote has no matching end.' };
    if (values.length === 1 && values[0] === '') continue;
    if (columns === undefined) {
      columns = values.map((name) => name.trim());
      const message = headProblem(columns);
      if (message !== undefined) return { line, message };
      continue;
    }
    if (values.length !== columns.length) {
      return { line, message: `Expected ${columns.length} values, found ${values.length}.` };
    }
    if (values.some((value) => Buffer.byteLength(value) > valueBytesMax)) {
      return { line, message: `A value has more than ${valueBytesMax} bytes.` };
    }
    cells += values.length;
    if (cells > cellsMax) return { line, message: `Too many values (maximum ${cellsMax}).` };
  }
  return columns === undefined ? { line: 1, message: 'The table is empty.' } : undefined;
}

function headProblem(columns: readonly string[]): string | undefined {
  if (columns.length > columnsMax) return `Too many columns (maximum ${columnsMax}).`;
  const twin = columns.find((name, at) => columns.indexOf(name) !== at);
  if (columns.includes('')) return 'A column has no name.';
  if (twin !== undefined) return `Duplicate column name “${twin}”.`;
  if (columns.some((name) => name.length > columnCharactersMax || /\p{Cc}/u.test(name))) {
    return `Column names can have at most ${columnCharactersMax} printable characters.`;
  }
  return undefined;
}

interface CsvRecord {
  line: number;
  values: string[];
  isOpen: boolean;
}

/** A quoted value may contain commas, newlines and doubled quotes. */
function* recordsOf(text: string): Generator<CsvRecord> {
  const cell = /"(?:[^"]|"")*("?)|[^,\r\n]*/y;
  let at = 0;
  let line = 1;
  let record: CsvRecord = { line, values: [], isOpen: false };
  while (at <= text.length) {
    cell.lastIndex = at;
    const [found = '', close] = cell.exec(text) ?? [];
    const isQuoted = found.startsWith('"');
    if (isQuoted && (close !== '"' || found.length === 1)) record.isOpen = true;
    record.values.push(isQuoted ? found.slice(1, -1).replaceAll('""', '"') : found);
    line += found.split('\n').length - 1;
    at += found.length;
    const end = /,|\r?\n|\r|$/y;
    end.lastIndex = at;
    const parting = end.exec(text)?.[0];
    if (parting === ',') {
      at += 1;
      continue;
    }
    if (parting === undefined) record.isOpen = true;
    yield record;
    if (record.isOpen || at >= text.length) return;
    at += parting?.length ?? 0;
    line += 1;
    if (at >= text.length) return;
    record = { line, values: [], isOpen: false };
  }
}
