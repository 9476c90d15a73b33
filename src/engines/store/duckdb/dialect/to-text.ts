import { computedOnce } from './computed-once.ts';
import type { Written } from './writer.ts';

/** As ClickHouse writes values of this type. */
export function toText({ text, type }: Written): string {
  switch (type) {
    case 'text':
      return text;
    case 'float':
      return `ch_float_text(${text})`;
    case 'flag':
      return `CAST(CAST(${text} AS UTINYINT) AS VARCHAR)`;
    case 'time':
      return `strftime(CAST(${text} AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%g')`;
    case 'unknown':
      return computedOnce(text, (value) => `ch_text(${value})`);
    case 'integer':
    case 'boolean':
    case 'digest':
    case 'null':
    default:
      return `CAST(${text} AS VARCHAR)`;
  }
}
