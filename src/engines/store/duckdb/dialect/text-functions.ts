/** Functions of text. Regular expressions are RE2 on both sides; a dot is any character, also the end of a line. */
import { argumentAt, knownText, named, text, texts, written, wrongUse } from './arguments.ts';
import { balanced } from './balanced.ts';
import { computedOnce } from './computed-once.ts';
import { allOfGroup, extractedGroup, groupsOf, hasMatch, regex } from './regex-matches.ts';
import { groupCount } from './regular-expression.ts';
import { toText } from './to-text.ts';
import { isList, listOf, TEXTS } from './value-type.ts';
import type { CallSite, WriteFunction, Written } from './writer.ts';

export const TEXT_FUNCTIONS: Readonly<Record<string, WriteFunction>> = {
  toString: (site: CallSite) => asText(toText(written(site, 0))),
  concat: (site) => {
    const parts = site.call.arguments.map((_, i) => toText(written(site, i)));
    return asText(parts.length === 1 ? parts.join('') : balanced(parts, '||'));
  },
  lower: (site) => {
    const value = argumentAt(site, 0);
    const isHex = value.kind === 'call' && value.name === 'hex';
    return asText(`${isHex ? 'lower' : 'ch_lower'}(${text(site, 0)})`);
  },
  lowerUTF8: named('lower', 'text'),
  upperUTF8: (site) => asText(`upper(replace(${text(site, 0)}, 'ß', 'SS'))`),
  lengthUTF8: named('length', 'integer'),
  length: (site) => {
    const { text: value, type } = written(site, 0);
    return { text: `${isList(type) ? 'len' : 'ch_length'}(${value})`, type: 'integer' };
  },
  empty: (site) => ({ text: `(len(${text(site, 0)}) = 0)`, type: 'flag' }),
  notEmpty: (site) => ({ text: `(len(${text(site, 0)}) > 0)`, type: 'flag' }),
  substringUTF8: named('ch_substring', 'text'),
  leftUTF8: named('left', 'text'),
  leftPad: (site) => rowIdDigits(site) ?? padded('lpad')(site),
  rightPad: padded('rpad'),
  printf: named('printf', 'text'),
  repeat: (site) => asText(`repeat(${text(site, 0)}, CAST(${text(site, 1)} AS BIGINT))`),
  trimRight: named('rtrim', 'text'),
  reverse: named('reverse', 'text'),
  replaceAll: named('replace', 'text'),
  startsWith: named('starts_with', 'flag'),
  translateUTF8,
  decodeURLComponent: named('ch_url_decode', 'text'),
  splitByString: (site) => {
    const delimiter = site.writer.valueOf(argumentAt(site, 0))?.value ?? '';
    const split =
      delimiter === ''
        ? computedOnce(text(site, 1), (value) => `ch_split(${value}, ${text(site, 0)})`)
        : `string_split(${text(site, 1)}, ${text(site, 0)})`;
    return { text: split, type: TEXTS };
  },
  splitByChar: (site) => ({
    text: `string_split(${text(site, 1)}, ${text(site, 0)})`,
    type: TEXTS,
  }),
  position: named('strpos', 'integer'),
  positionCaseInsensitive: withoutCase('strpos', 'integer'),
  positionCaseInsensitiveUTF8: withoutCase('strpos', 'integer'),
  hasToken: (site) => hasToken(text(site, 0), site),
  hasTokenCaseInsensitive: (site) => hasToken(`lower(${text(site, 0)})`, site),
  match: (site) => ({ text: hasMatch(site), type: 'flag' }),
  extract: (site) => {
    const group = Math.min(1, groupCount(knownText(site, 1)));
    return asText(`regexp_extract(${text(site, 0)}, ${regex(site)}, ${group}, 's')`);
  },
  extractAll: (site) => {
    const group = Math.min(1, groupCount(knownText(site, 1)));
    return { text: allOfGroup(site, group), type: TEXTS };
  },
  extractGroups: (site) => {
    const found = computedOnce(text(site, 0), (value) => {
      const groups = groupsOf(site).map((group) => extractedGroup(site, group, value));
      const isThere = hasMatch(site, value);
      return `CASE WHEN ${isThere} THEN [${groups.join(', ')}] ELSE CAST([] AS VARCHAR[]) END`;
    });
    return { text: found, type: TEXTS };
  },
  extractAllGroupsVertical: (site) => {
    const found = computedOnce(text(site, 0), (value) => {
      const lists = groupsOf(site).map((group) => allOfGroup(site, group, value));
      const parts = lists.map((_, i) => `struct_extract_at(match, ${i + 1})`);
      const matches = `list_zip(${lists.join(', ')})`;
      return `list_transform(${matches}, lambda match: [${parts.join(', ')}])`;
    });
    return { text: found, type: listOf(TEXTS) };
  },
  replaceRegexpAll: (site) => replaced(site, 'gs'),
  replaceRegexpOne: (site) => replaced(site, 's'),
  hex: (site) => {
    const value = written(site, 0);
    if (value.type === 'digest') return asText(`upper(${value.text})`);
    if (value.type === 'integer') return asText(`ch_hex(${value.text})`);
    throw wrongUse(site.call);
  },
  MD5: named('md5', 'digest'),
  SHA1: named('sha1', 'digest'),
  SHA256: named('sha256', 'digest'),
  SHA512: named('ch_sha512', 'digest'),
};

function asText(statement: string): Written {
  return { text: statement, type: 'text' };
}

function padded(name: 'lpad' | 'rpad'): WriteFunction {
  return (site) => {
    const [value = '', length = '', filling = "' '"] = texts(site);
    return asText(`${name}(${value}, CAST(${length} AS INTEGER), ${filling})`);
  };
}

/**
 * The ID of a row as displayed, which every search for events requests: one function instead of the four in
 * `leftPad(lower(hex(row_id)), 16, '0')`, which saves the engine a millisecond of planning.
 */
function rowIdDigits({ writer, call, scope }: CallSite): Written | undefined {
  const [digits, length, filling] = call.arguments;
  const hex = digits?.kind === 'call' && digits.name === 'lower' ? digits.arguments[0] : undefined;
  const id = hex?.kind === 'call' && hex.name === 'hex' ? hex.arguments[0] : undefined;
  const isWhole = length?.kind === 'number' && length.text === '16';
  const isFilled = filling?.kind === 'text' && filling.value === '0';
  if (id?.kind !== 'name' || id.name !== 'row_id' || !isWhole || !isFilled) return undefined;
  return asText(`format('{:016x}', ${writer.write(id, scope).text})`);
}

function withoutCase(name: string, type: 'integer' | 'flag'): WriteFunction {
  return (site) => ({ text: `${name}(lower(${text(site, 0)}), lower(${text(site, 1)}))`, type });
}

/** ASCII except letters and digits: the characters between two words. */
const BETWEEN_WORDS = '[\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]';
const WORD = /^(?:[A-Za-z0-9]|[^\p{ASCII}])+$/u;

/**
 * Searching for the text is fast and nearly always finds nothing; the characters around it are checked afterwards. Not
 * with AND, since a filter of rows computes both sides for all of them.
 */
function hasToken(lowered: string, { writer, call, scope }: CallSite): Written {
  const given = call.arguments[1];
  const wanted = given?.kind === 'call' && given.name === 'lowerUTF8' ? given.arguments[0] : given;
  const word = writer.valueOf(wanted);
  if (word?.type !== 'VARCHAR' || !WORD.test(word.value) || wanted === undefined) {
    throw wrongUse(call);
  }
  const { text: needle } = writer.write(wanted, scope);
  const pattern = `'(?:^|${BETWEEN_WORDS})' || lower(${needle}) || '(?:$|${BETWEEN_WORDS})'`;
  const found = computedOnce(
    lowered,
    (each) =>
      `CASE WHEN contains(${each}, lower(${needle})) THEN regexp_matches(${each}, ${pattern}) ELSE FALSE END`,
  );
  return { text: found, type: 'flag' };
}

/** Of a character that is named twice, the last one counts. */
function translateUTF8(site: CallSite): Written {
  const to = Array.from(knownText(site, 2));
  const pairs = new Map(Array.from(knownText(site, 1), (from, i) => [from, to[i] ?? '']));
  const bind = (characters: Iterable<string>): string =>
    site.writer.bind({ type: 'VARCHAR', value: [...characters].join('') }).text;
  return asText(`translate(${text(site, 0)}, ${bind(pairs.keys())}, ${bind(pairs.values())})`);
}

function replaced(site: CallSite, options: 's' | 'gs'): Written {
  if (knownText(site, 1) === '') return written(site, 0);
  const replacement = site.writer.write(argumentAt(site, 2), site.scope);
  return asText(
    `regexp_replace(${text(site, 0)}, ${regex(site)}, ${replacement.text}, '${options}')`,
  );
}
