/**
 * How many tokens a model makes of a text, rather too many than too few: no tokenizer is the right one for all models. Words
 * take a token for every two or three letters. Whatever looks random (keys, hashes, base64) takes far more, and so do scripts that
 * models have seen little of.
 */
export function countTokens(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(PARTS)) tokens += tokensOf(part);
  return Math.ceil(tokens);
}

const PARTS = /[A-Za-z0-9]+|\n+| +|\p{ASCII}|\P{ASCII}+/gu;
const CASES = /[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;

/** Longer words are none. */
const WORD_LETTERS_MAX = 20;
const LETTERS_PER_TOKEN = 2.5;
const RANDOM_LETTERS_PER_TOKEN = 1.65;
const DIGITS_PER_TOKEN = 3;
/** From here on, letters and digits in turns are an id or a key, not a name. */
const NAME_CHARACTERS_MAX = 12;
const KEY_FACTOR = 1.3;
const PUNCTUATION_TOKENS = 0.9;
const SPACES_PER_TOKEN = 16;
/** Models have seen the frequent ones of them; rare ones take as many as they have bytes. */
const EAST_ASIAN_TOKENS = 2.7;

function tokensOf(part: string): number {
  const first = part.charCodeAt(0);
  if (first > 0x7f) return foreignTokens(part);
  if (first === 0x20) return part.length === 1 ? 0 : 1 + part.length / SPACES_PER_TOKEN;
  if (first === 0x0a) return 1;
  if (!/[A-Za-z0-9]/.test(part)) return PUNCTUATION_TOKENS;
  let tokens = 0;
  let runs = 0;
  for (const [run] of part.matchAll(CASES)) {
    tokens += Math.ceil(run.length / charactersPerToken(run));
    runs += 1;
  }
  return runs > 1 && part.length > NAME_CHARACTERS_MAX ? tokens * KEY_FACTOR : tokens;
}

function charactersPerToken(run: string): number {
  if (run.charCodeAt(0) <= 0x39) return DIGITS_PER_TOKEN;
  return run.length <= WORD_LETTERS_MAX ? LETTERS_PER_TOKEN : RANDOM_LETTERS_PER_TOKEN;
}

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
