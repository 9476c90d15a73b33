/** Names and values that a text has in another form than JSON: pairs, and elements of XML. */

/** More fields than this are not shown; each is still found by its name. */
const FIELDS_MAX = 200;

const KEY_CHARACTER = String.raw`[\w.:@-]`;
const KEY = `${KEY_CHARACTER}+`;
const IS_KEY = new RegExp(`^${KEY}$`);

/** Expressions that the store and this file read alike. */
export interface TextForm {
  /** Returns a regex that captures the value of a name; undefined for a name that cannot occur in such a text. */
  readonly valueOf: (name: string) => string | undefined;
  /** Number of groups in that regex; one of them captures the value. */
  readonly groups: 1 | 2;
  /** Finds all names, in the first group, with their values. */
  readonly all: RegExp;
}

/** `a=1, b="two words"`: the first value wins if a name occurs twice. */
export function pairsForm(pairDelimiters: string, valueDelimiters: string): TextForm {
  const [pair, equals] = [characters(pairDelimiters), characters(valueDelimiters)];
  // Neither white space nor a key runs on over a delimiter: the time stays linear in the length of the text.
  const space = `[^\\S${pair}]*`;
  const value = `(?:"([^"]*)"|([^${pair}"][^${pair}]*))`;
  const form = (key: string): string => `(?:^|[${pair}])${space}${key}\\s*[${equals}]\\s*${value}`;
  return {
    valueOf: (name) => (IS_KEY.test(name) ? form(plain(name)) : undefined),
    groups: 2,
    all: new RegExp(form(`((?:(?![${pair}${equals}])${KEY_CHARACTER})+)`), 'g'),
  };
}

/** `<a>1</a>`, with attributes or without: the text of the first element with the name. */
export const XML_FORM: TextForm = {
  valueOf: (name) =>
    IS_KEY.test(name) ? `<${plain(name)}(?:\\s[^<>]*)?>([^<>]*)</${plain(name)}\\s*>` : undefined,
  groups: 1,
  all: new RegExp(`<(${KEY})(?:\\s[^<>]*)?>([^<>]*)</\\1\\s*>`, 'g'),
};

export function fieldsOfText({ all }: TextForm, text: unknown): [string, unknown][] {
  if (typeof text !== 'string') return [];
  const fields = new Map<string, string>();
  // Two pairs share the character between them, so each match continues at the end of a value.
  for (const match of text.matchAll(all)) {
    const [, name = '', ...values] = match;
    const value = values.find((each) => each !== undefined && each !== '') ?? '';
    if (fields.size >= FIELDS_MAX) break;
    if (value !== '' && !fields.has(name)) fields.set(name, value);
  }
  return [...fields];
}

/** The inside of a class of characters. */
function characters(text: string): string {
  return text.replaceAll(/[\\\]^[-]/g, String.raw`\$&`);
}

function plain(name: string): string {
  return name.replaceAll('.', String.raw`\.`);
}
