/** Templates of rows with fields, in the form the rows have: fields all rows share, placeholders elsewhere. */
import type { RowRecord } from './read-records.ts';
import { scalarText } from './read-records.ts';
import type { JsonValue } from './row.ts';
import { tokenize } from './tokenize.ts';
import {
  commonKind,
  createTokenTable,
  endAt,
  isVariable,
  KIND,
  kindAt,
  placeholderOf,
  startAt,
} from './token-table.ts';

/** Values longer than this are any text: no typed variable is as long. */
const VALUE_CHARACTERS_MAX = 256;

/** `messageKey` is the name of the field that contains `message`, the mined template; empty if there is none. */
export function renderRecord(
  records: readonly RowRecord[],
  messageKey: string,
  message: string,
): string {
  const first = records[0];
  if (first === undefined) return message;
  const parts = [...first.fields].map(([key, value]) => {
    if (key === messageKey) return renderField(first.style, key, message);
    return renderField(first.style, key, commonValue(records, key, value));
  });
  return first.style === 'json' ? `{${parts.join(',')}}` : parts.join(' ');
}

function renderField(style: RowRecord['style'], key: string, value: JsonValue): string {
  if (style === 'json') return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  const text = scalarText(value);
  return `${key}=${isBare(text) ? text : JSON.stringify(text)}`;
}

function isBare(text: string): boolean {
  return text !== '' && !/[\s"]/.test(text);
}

/** The value itself where all rows have it, else the placeholder that covers all. */
function commonValue(records: readonly RowRecord[], key: string, first: JsonValue): JsonValue {
  const text = scalarText(first);
  let isSame = true;
  let covering = -1;
  for (const record of records) {
    const value = record.fields.get(key) ?? null;
    if (isSame && value !== first && scalarText(value) !== text) isSame = false;
    if (covering !== KIND.any) {
      const kind = kindOfValue(value);
      covering = covering < 0 ? kind : commonKind(covering, kind);
    }
  }
  return isSame ? first : placeholderOf(covering);
}

/** The typed variable that a value is as a whole, or `any`. */
function kindOfValue(value: JsonValue): number {
  if (typeof value === 'number') return KIND.number;
  if (typeof value !== 'string' || value.length > VALUE_CHARACTERS_MAX) return KIND.any;
  const table = createTokenTable(4);
  const end = tokenize(table, value, VALUE_CHARACTERS_MAX, 2);
  const kind = kindAt(table, 0);
  const isWhole = table.size === 1 && end >= value.length && endAt(table, 0) === value.length;
  return isWhole && startAt(table, 0) === 0 && isVariable(kind) ? kind : KIND.any;
}
