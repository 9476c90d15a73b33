/**
 * Estimates the number of tokens of a text, preferring too many to too few: no tokenizer fits all models. Words with
 * the letter sequences of English count as one or two tokens, random letters as one token per two letters, and scripts
 * rare in training data as one per byte.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    tokens += tokensOf(part, text.charCodeAt(index - 1));
  }
  return Math.ceil(tokens);
}

const PARTS = /[A-Za-z]+|[0-9]+| +|[!-/:-@[-`{-~]+|\P{ASCII}+|[^]/gu;
/** Words in a name. */
const WORDS = /[A-Z]?[a-z]+|[A-Z]+/g;

const SPACE = 0x20;
const DIGITS_PER_TOKEN = 3;
const SPACES_PER_TOKEN = 16;
/** For a symbol that follows another one: some pairs are a single token. */
const SIGN_TOKENS = 0.8;
const REPEATED_SIGN_TOKENS = 0.5;
/** For two letters that seldom follow each other. */
const RARE_PAIR_TOKENS = 0.7;
const RARE_CAPITALS_TOKENS = 0.8;
/** Letters of a word covered by its first token. */
const SHORT_WORD_LETTERS = 3;
const FURTHER_LETTERS_PER_TOKEN = 3;
/** Models have seen the frequent ones of them; rare ones take as many as they have bytes. */
const EAST_ASIAN_TOKENS = 2.7;

function tokensOf(part: string, before: number): number {
  const first = part.charCodeAt(0);
  if (first > 0x7f) return foreignTokens(part);
  // A single space belongs to the word after it, but not to a number.
  if (first === SPACE) return part.length === 1 ? 0 : 1 + part.length / SPACES_PER_TOKEN;
  if (isDigit(first)) {
    return Math.ceil(part.length / DIGITS_PER_TOKEN) + (before === SPACE ? 1 : 0);
  }
  if (!/[A-Za-z]/.test(part)) return signTokens(part);
  let tokens = 0;
  for (const [word] of part.matchAll(WORDS)) tokens += wordTokens(word);
  return tokens;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function signTokens(part: string): number {
  let tokens = 1;
  for (let at = 1; at < part.length; at += 1) {
    tokens += part[at] === part[at - 1] ? REPEATED_SIGN_TOKENS : SIGN_TOKENS;
  }
  return tokens;
}

function wordTokens(word: string): number {
  const letters = word.toLowerCase();
  const rareTokens = /^[A-Z]{2}/.test(word) ? RARE_CAPITALS_TOKENS : RARE_PAIR_TOKENS;
  let tokens = 1;
  for (let at = 1; at < letters.length; at += 1) {
    if (!COMMON_PAIRS.has(letters.slice(at - 1, at + 1))) tokens += rareTokens;
  }
  const further = Math.max(0, letters.length - SHORT_WORD_LETTERS);
  return tokens + further / FURTHER_LETTERS_PER_TOKEN;
}

/** Two letters that follow each other in English, the most frequent first. */
const COMMON_PAIRS: ReadonlySet<string> = new Set(
  (
    'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ' +
    'ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee ' +
    'wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op ' +
    'wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da yo cr cl du ga qu ue ff ' +
    'ba ey ls va um pp ua up lu go ht ru ug ck ud ip ob fu'
  ).split(' '),
);

/** Scripts of East Asia; of other characters of three bytes each byte is a token. */
function isEastAsian(code: number): boolean {
  return (code >= 0x2e80 && code < 0xa000) || (code >= 0xac00 && code < 0xd7b0);
}

function foreignTokens(part: string): number {
  let tokens = 0;
  for (const character of part) {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xffff) tokens += 4;
    else if (code < 0x800) tokens += 2;
    else tokens += isEastAsian(code) ? EAST_ASIAN_TOKENS : 3;
  }
  return tokens;
}
