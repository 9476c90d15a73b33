import type { Diagnostic } from '../diagnose/diagnostics.ts';
import { NotTranslatable } from './foreign-text.ts';
import { translateLogql } from './translate-logql.ts';
import { translateSql } from './translate-sql.ts';

export interface ForeignQuery {
  readonly language: 'SQL' | 'LogQL';
  /** The translation into our language; undefined if one query cannot express it. */
  readonly translate: () => string | undefined;
  /** The text is very unlikely to be search terms. */
  readonly isSure: boolean;
}

const SQL = /^\s*select\s[^]*\sfrom\s/i;
const LOGQL_LINES = /^\s*\{\s*[A-Za-z_]\w*\s*(?:=~|!~|!=|=)\s*["`]/;
const LOGQL_FUNCTION =
  /^\s*(?:sum|avg|min|max|count|topk|bottomk|rate|\w{1,20}_over_time)\s*(?:by|without)?\s*\(/;
const LOGQL_SPAN = /\[\d+[a-z]{1,2}\]/;

/** Whether a text is a query of another language; a text without its marks is never one. */
export function recognizeForeign(text: string): ForeignQuery | undefined {
  if (SQL.test(text)) {
    const isSure = /^\s*SELECT\s[^]*\sFROM\s/.test(text);
    return { language: 'SQL', translate: () => tryTo(translateSql, text), isSure };
  }
  if (LOGQL_LINES.test(text) || isLogqlMetric(text)) {
    return { language: 'LogQL', translate: () => tryTo(translateLogql, text), isSure: true };
  }
  return undefined;
}

function isLogqlMetric(text: string): boolean {
  return LOGQL_FUNCTION.test(text) && text.includes('{') && LOGQL_SPAN.test(text);
}

function tryTo(translate: (text: string) => string, text: string): string | undefined {
  try {
    return translate(text);
  } catch (error) {
    if (!(error instanceof NotTranslatable)) throw error;
    return undefined;
  }
}

/** Returns the only problem of such a text: the meaning of its words in our language is irrelevant. */
export function foreignDiagnostic(
  text: string,
  language: ForeignQuery['language'],
  translated: string | undefined,
): Diagnostic {
  const here =
    translated === undefined
      ? 'which isn’t supported. See “From Splunk, Loki, SQL” in the query reference.'
      : `which is written here as \`${translated}\`.`;
  const words = language === 'SQL' ? ' To search for this text, put it in double quotes.' : '';
  const message = `This is ${language}, ${here}${words}`;
  const fix =
    translated === undefined
      ? undefined
      : { label: `Use ${translated}`, start: 0, end: text.length, text: translated };
  return {
    code: 'foreign-language',
    severity: 'error',
    start: 0,
    end: text.length,
    message,
    expected: translated === undefined ? [] : [translated],
    fix,
  };
}
