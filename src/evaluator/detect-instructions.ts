/**
 * Detects rows that address an evaluator instead of reporting what happened. Such a row is never removed, but it cannot
 * be the only evidence. This is a cheap check for fixed wordings, not a defense: anyone who can write log rows can
 * forge facts in rows that look like any other.
 */

/** Zero-width and direction-changing characters, tags: nothing a log needs, all of it able to hide text. */
const INVISIBLE =
  /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const INVISIBLE_ALL = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffd]/gu;

/** Cursor movements and erasing hide what was written; colours do not, and are common in logs. */
const TERMINAL_TRICK = /[\p{Cc}\ufffd]\[(?:\??\d*(?:;\d+)*[ABCDEFGHJKSTfhlsu]|8m)/u;

const READER =
  '(?:evaluator|grader|judge|reviewer|assistant|model|llm|ai|bewerter|prüfer|modell|ki)';
const VERDICT = '(?:passed|failed|skipped|not_found|successful|bestanden|erfolgreich|erledigt)';

const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|discard)\b.{0,30}\b(?:previous|prior|above|earlier|preceding|foregoing|your)\b.{0,30}\b(?:instructions?|rules?|rows?|prompts?|criteria|guidelines|lines?|logs?|directions)\b/i,
  /\b(?:ignoriere?|missachte|vergiss|verwirf)\b.{0,30}\b(?:vorherige|bisherige|vorige|obige|frühere|deine)\w*\b.{0,30}\b(?:anweisung|regel|vorgabe|zeile|instruktion|kriteri)/i,
  new RegExp(
    `\\b(?:note|message|attention|hint|instructions?|hinweis|nachricht|anweisung)\\b.{0,12}\\b(?:to|for|an|für)\\b.{0,8}\\b${READER}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:dear|attention|achtung|hey|lieber?)[ ,:]{1,3}(?:the |den |an den )?${READER}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:mark|report|treat|classify|consider|grade|rate|label|set|pass)\\b.{0,12}\\b(?:all|every|everything|each|any)\\b.{0,40}\\b(?:as|to) (?:be )?["'\`]?${VERDICT}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:bewerte|markiere|melde|werte|setze)\\b.{0,30}\\b(?:alle|alles|jeden?|sämtliche)\\b.{0,40}\\b(?:als|auf) ["'\`]?${VERDICT}`,
    'i',
  ),
  new RegExp(`\\btreat (?:it |this |that |them |these |item \\w+ )?as ["'\`]?${VERDICT}\\b`, 'i'),
  new RegExp(
    `\\b(?:item|items|check|test case|step)\\b.{0,60}\\breport (?:it |them )?(?:as )?["'\`]?${VERDICT}\\b`,
    'i',
  ),
  /\bpass (?:every|all)(?:thing| items?| tests?| checks?)\b/i,
  /\b(?:reveal|print|show|repeat|output|leak|tell)\b.{0,40}\b(?:system prompt|your (?:instructions|prompt|rules)|request code|hidden prompt)\b/i,
  /\b(?:you are now|your new (?:task|role|instructions?)|new instructions?:|from now on you|du bist (?:jetzt|nun))\b/i,
  /\brows? \d+ (?:above |below )?(?:is|are|was|were) (?:wrong|fake|forged|a lie|to be ignored)\b/i,
];

const FRAMES: readonly RegExp[] = [
  /<\|?\/?(?:im_start|im_end|system|assistant|endoftext|user)\|?>|\[\/?(?:INST|SYS)\]|<<\/?SYS>>/i,
  /(?:^|\n|\\n|\s)(?:Human|Assistant)\s*:\s/,
  /\bSYSTEM\s*:.{0,60}\b(?:policy|instructions?|override|evaluators?|verdicts?|items?)\b/,
  /\\?"findings\\?"\s*:\s*\[|\\?"status\\?"\s*:\s*\\?"(?:passed|failed|not_found|skipped)\\?".{0,200}\\?"(?:confidence|explanation|evidence)\\?"\s*:/,
  /(?:\b|\\n)(?:BEGIN|END) (?:ROWS|ITEMS|CRITERIA|SYSTEM|PROMPT|INSTRUCTIONS)\b/,
  /(?:^|\n|\\n|\s)\d{1,6} ~[A-Za-z0-9_-]{4,}~(?:\s|$)/,
  /`{3}/,
  /!\[[^\]\n]{0,80}\]\(\s*https?:/i,
];

/** Whether a row is worded or built to steer an evaluator. */
export function looksLikeInstructions(row: string): boolean {
  if (INVISIBLE.test(row) || TERMINAL_TRICK.test(row)) return true;
  const visible = row.replace(INVISIBLE_ALL, '');
  return (
    ORDERS.some((pattern) => pattern.test(visible)) ||
    FRAMES.some((pattern) => pattern.test(visible))
  );
}
