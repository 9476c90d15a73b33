/** Which extras of a finding a text requests. */
export interface AskedExtras {
  readonly score: boolean;
  readonly tags: boolean;
}

/** Number of preceding words that may negate a request: "give no score", "without any scores", "do not add a score". */
const NEGATION_REACH = 3;
const NEGATIONS = new Set(
  `no not never none without don't doesn't omit skip kein keine keinen keiner nicht ohne nie`.split(
    ' ',
  ),
);

const SCORES =
  /^(?:(?!underscore).*scor(?:e|es|ed|ing)|ratings?|cvss|punktzahl|punktwert|risikowert)$/;
const TAGS =
  /^(?:tag|tags|tagged|tagging|mitre|att&ck|d3fend|capec|cwe|owasp|techniques?|tactics?|schlagwort|schlagworte|schlagwörter|schlagwörtern)$/;
/** "on a scale of 1 to 10", "rate it from 0 to 100", "9 out of 10". */
const SCALE =
  /^(?:(?:scale|skala) (?:of|from|von) \d+|(?:rate|grade|bewerte) .*(?:from|between|von) \d+|\d+ out of \d+)/;
/** Maximum words in the description of a scale. */
const SCALE_WORDS = 8;

/**
 * Whether criteria request scores and tags of a framework. Determined from their words alone, so that the same criteria
 * always give the same result; docs/evaluation lists the words.
 */
export function readAskedExtras(text: string): AskedExtras {
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}&']+/gu) ?? [];
  const asks = (isMeant: (word: string, at: number) => boolean): boolean =>
    words.some(
      (word, at) =>
        isMeant(word, at) &&
        !words.slice(Math.max(0, at - NEGATION_REACH), at).some((each) => NEGATIONS.has(each)),
    );
  const describesScale = (at: number): boolean =>
    SCALE.test(words.slice(at, at + SCALE_WORDS).join(' '));
  return {
    score: asks((word, at) => SCORES.test(word) || describesScale(at)),
    tags: asks((word) => TAGS.test(word)),
  };
}
