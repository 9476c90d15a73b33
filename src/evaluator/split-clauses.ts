/** Splits criteria into individual requirements. */
import { THRESHOLDS } from './thresholds.ts';

/** How to answer, not what to look for. */
const ABOUT_ANSWERING =
  /^(?:please\s+|bitte\s+)?(?:answer|respond|reply|return|use only|use the|do not guess|don't guess|never guess|be (?:brief|strict|concise)|keep|only use|base|give (?:a|an|one)|for each|for every|one finding|cite|quote|explain|summari[sz]e|you are|output|write|classify each|mark (?:each|every|it|them|an? )|treat|report (?:each|one|every|the (?:user|host|entity))|name the|antworte|gib|nenne|verwende nur|rate nicht|begründe|fasse)\b/i;

const BREAK =
  /\r?\n+|;\s+|(?<=[\p{L}\d)"'%][.!?])\s+(?=[\p{Lu}\d"'„(])|(?:^|\s)(?:\(?\d{1,2}[.)]|[-*•])\s+/u;
const JOINED = /,?\s+(?:and (?:also |whether |that )|sowie |und (?:dass|ob) |as well as )/i;
const LEAD =
  /^(?:(?:please|bitte)\s+)?(?:(?:check|verify|confirm|determine|decide|tell me|find out|make sure|ensure|prüfe|stelle fest|bestätige)\s*,?\s*)?(?:whether|if|that|ob|dass)?\s*/i;

export function splitClauses(criteria: string): string[] {
  const clauses = criteria
    .split(BREAK)
    .flatMap((sentence) => sentence.split(JOINED))
    .map((clause) => clause.trim())
    .filter(
      (clause) => clause.length >= THRESHOLDS.characters.clauseMin && !ABOUT_ANSWERING.test(clause),
    )
    .map((clause) => clause.replace(LEAD, '').trim())
    .filter((clause) => clause.length >= THRESHOLDS.characters.clauseMin);
  return [...new Set(clauses)].slice(0, THRESHOLDS.most.clauses);
}

const OPEN_QUESTION =
  /\b(?:(?:any|all|every|each|which|what|list|find|jeder?|alle|welche|sämtliche)\b.{0,40}\b(?:errors?|failures?|failed|failing|fail|problems?|issues?|exceptions?|crash\w*|anomal\w*|went wrong|fehler\w*|probleme?|fehlgeschlagen\w*))\b/i;
const HAS_NEGATION = /\b(?:no|not|never|without|kein\w*|nicht|ohne)\b/i;

/** Whether a clause asks for all failures instead of one thing. */
export function asksForFailures(clause: string): boolean {
  return OPEN_QUESTION.test(clause) && !HAS_NEGATION.test(clause);
}
