/** Reads the outcome that a line states about its subject. */
import type { Cue, Outcome } from './lexicon.ts';
import { isCounter, isNoOutcome } from './polarity.ts';
import { readVerdict } from './read-verdict.ts';
import { cueOf, isInName, type Word } from './words.ts';
import { THRESHOLDS } from './thresholds.ts';

export interface Judgement {
  readonly outcome: Outcome | 'neutral';
  /** Stated by a test runner or a result field, regardless of the surrounding words. */
  readonly isVerdict: boolean;
  /** 0 to 1: how clearly the outcome is stated. */
  readonly strength: number;
  /** Every sign of failure is a count of parts: `rejected=2`. */
  readonly isTally: boolean;
  /** Outcome words in the line, by concept, excluding negated ones. */
  readonly cues: ReadonlyMap<string, Outcome>;
  /** The line states that something was done, by a word such as "saved". */
  readonly isCompletion: boolean;
  /** The line describes something in progress, or states nothing at all. */
  readonly isOpen: boolean;
  /** Positions where the line negates something or uses a modal verb. */
  readonly doubts: readonly number[];
  /** Position in the text of the sign that decided. */
  readonly at: { readonly start: number; readonly end: number } | undefined;
  /** HTTP status and exit code, where the line has one. */
  readonly httpStatus: number | undefined;
  readonly exitCode: number | undefined;
}

interface Sign {
  readonly outcome: Outcome;
  readonly weight: number;
  readonly start: number;
  readonly end: number;
  readonly concept?: string;
  readonly isCounter?: boolean;
}

const LEVELS: readonly RegExp[] = [
  /\b(?:FATAL|PANIC|CRITICAL|CRIT|EMERG|ERROR|SEVERE)\b|\[(?:error|fatal|crit|ERR|FTL)\]|<Error>|<Fatal>|\berror:|\bfatal:/,
  /["']?(?:level|severity|lvl)["']?\s*[=:]\s*["']?(?:error|fatal|critical|crit|err|panic|emerg)\b/i,
  /"level"\s*:\s*[56]0\b/,
  // Error names of the operating system: `write a.pdf: ENOSPC`.
  /\bE(?:ACCES|ADDRINUSE|ADDRNOTAVAIL|AGAIN|AI_AGAIN|AI_NONAME|BADF|BUSY|CONNABORTED|CONNREFUSED|CONNRESET|DQUOT|FAULT|FBIG|HOSTDOWN|HOSTUNREACH|INVAL|IO|ISDIR|LOOP|MFILE|NAMETOOLONG|NETDOWN|NETUNREACH|NFILE|NODEV|NOENT|NOMEM|NOSPC|NOTCONN|NOTDIR|NOTEMPTY|NOTFOUND|NXIO|PERM|PIPE|PROTO|ROFS|STALE|TIMEDOUT|WOULDBLOCK|XDEV)\b/,
  // An exception by its class: `java.net.ConnectException: Connection refused`.
  /(?:^|[\s.'"(])[A-Z]\w*(?:Exception|Error)(?=:|$)/,
];

const HTTP_STATUS =
  /(?:HTTP\/\d(?:\.\d)?"?|\bHTTP|\bstatus(?:[_ -]?code)?["']?\s*[=:]?|\b(?:answered|responded|returned)(?: with)?|\bcode[=:]|"\s)\s*["']?([1-5]\d\d)\b(?!\.\d)/gi;
const EXIT_CODE =
  /\b(?:exit(?:ed)?(?:[ _-](?:code|status|with))*|rc|return code|exit value|status code|Error)["']?\s*[=:]?\s*(?:code |status )?(-?\d{1,3})\b/g;

const ABSENCE_PHRASES =
  /\b(?:no such|not found|not exist|not permitted|not allowed|not available|not recognized|not responding|not valid|not a valid|not enough|not supported|no route|no \w+ (?:\w+ )?(?:specified|given|defined)|no space|no rule|could ?n[o']t|can ?n[o']t|can't|did not|was not|were not|is not|giving up|gave up|given up|already in use|taken by|timed out|not match|no matching|cannot find|rolled back|out of memory|does not|nicht gefunden|nicht erreichbar|nicht möglich|konnte nicht|kein[e]? (?:berechtigung|verbindung|platz))\b/gi;
/** "Not booked", "nicht abgelegt", "antwortet nicht": what should have been done was not. */
const NOT_DONE =
  /\b(?:not|never)\s+(?:been\s+|be\s+|yet\s+)?(?!need|requir|us(?:ed|able)|chang|modif|expect|affect|select|schedul|enabl|configur|execut|check|perform|test|attempt|evaluat|examin|measur|consider|includ|support|contain|provid|limit)\p{L}+(?:ed|ent|ept|own|ound|ound|ade|aid|itten|oken|osen|iven|uilt|een|eld)\b|\bnicht\s+(?!benötig|verwend|geänder|ausgeführ|erforder|nötig)\p{L}{4,}(?:t|en|bar|ar)\b|\b\p{Ll}{3,}t\s+(?:sich\s+)?nicht\b/giu;
const NOT_THERE = /no such|not found|not exist|nicht gefunden/i;
const MISSING = 'miss';
const SKIP_PHRASES =
  /\b(?:EEXIST|nothing to \w+|not run|up[- ]to[- ]date|already (?:up to date|installed|exists|applied|complete|completed|done|present|satisfied)|no action|no-op|no changes?|dry[- ]run|held back|put off|on hold|opted out|not (?:selected|scheduled|needed|required|applicable|enabled|executed|checked|performed|tested|attempted|evaluated|examined|measured|considered)|wird ausgelassen|nicht ausgeführt)\b/gi;

/** "Not sent: mail is switched off": skipped on purpose. */
const SWITCHED_OFF =
  /\b(?:is|are|was|were|been|being|switched|turned|set to|ist|sind|war) (?:switched |turned )?(?:off|disabled|deactivated|inactive|false|aus|abgeschaltet|deaktiviert|ausgeschaltet)\b|\b(?:abgeschaltet|ausgeschaltet|deaktiviert)\b|\bdisabled (?:by|in|for|on|per)\b|\bnot enabled\b|\bby (?:configuration|policy|request)\b|\b(?:auto\w*|enabled?|active)=(?:false|off|no)\b/i;

const COMPLETION =
  /\b(?!need|unus|us|nam|expect|requir|bas|disabl|deprecat|unexpect|speed|fe?ed)\p{Ll}{3,}(?:ed|ent|pt)\b|\b(?:sent|written|built|rebuilt|paid|sold|taken|drawn|bound)\b|\bge\p{Ll}{3,}(?:t|en)\b/u;

const UNDER_WAY =
  /(?:^|[\]:*#]\s+)\p{Lu}\p{Ll}+ing\s+(?!on\b|at\b|for\b)|ing\b[^.]{0,40}\.\.\.\s*$/u;

export function judgeText(text: string, words: readonly Word[]): Judgement {
  const cues = [...cueSigns(text, words), ...phraseSigns(text)];
  const httpStatus = lastNumber(text, HTTP_STATUS);
  const exitCode = lastNumber(text, EXIT_CODE);
  const common = {
    cues: new Map(
      cues.flatMap((sign) =>
        sign.concept === undefined ? [] : [[sign.concept, sign.outcome] as const],
      ),
    ),
    isCompletion: COMPLETION.test(text),
    isOpen: UNDER_WAY.test(text),
    doubts: words
      .filter((word) => word.kind === 'negator' || MODALS.has(word.concept))
      .map((word) => word.start),
    httpStatus: httpStatus?.value,
    exitCode: exitCode?.value,
  };
  if (isStuffed(words)) {
    return {
      ...common,
      outcome: 'neutral',
      isVerdict: false,
      isOpen: true,
      isTally: false,
      strength: 0,
      at: undefined,
    };
  }
  const verdict = readVerdict(text);
  if (verdict !== undefined) {
    return {
      ...common,
      outcome: verdict.outcome,
      isVerdict: true,
      isTally: false,
      strength: 1,
      at: verdict,
    };
  }
  const signs = [...cues, ...codeSigns(httpStatus, exitCode), ...levelSigns(text)];
  const failures = signs.filter(({ outcome }) => outcome === 'failure');
  const isTally = failures.length > 0 && failures.every((sign) => sign.isCounter === true);
  return { ...common, isVerdict: false, isTally, ...weigh(signs) };
}

/** A row that consists mostly of outcome words reports nothing; its author wants to influence the verdict. */
function isStuffed(words: readonly Word[]): boolean {
  const said = words.filter((word) => word.kind === 'word');
  const cues = new Set(
    said.map((word) => word.concept).filter((concept) => cueOf(concept) !== undefined),
  );
  return cues.size >= THRESHOLDS.least.stuffedCues && cues.size * 2 >= said.length;
}

function weigh(signs: readonly Sign[]): Pick<Judgement, 'outcome' | 'strength' | 'at'> {
  const best = (outcome: Outcome): Sign | undefined =>
    signs
      .filter((sign) => sign.outcome === outcome)
      .reduce<Sign | undefined>(
        (top, sign) => (top === undefined || sign.weight > top.weight ? sign : top),
        undefined,
      );
  const failure = best('failure');
  const skip = best('skip');
  const success = best('success');
  // A line that mentions a failure is about that failure, even if a success precedes it. "Not run: an earlier step
  // failed" mentions the failure of something else.
  const isSkipPlainer =
    skip !== undefined &&
    failure !== undefined &&
    (skip.weight > failure.weight || skip.start < failure.start);
  const order = isSkipPlainer ? [skip, failure, success] : [failure, skip, success];
  const decisive = order.find(
    (sign) => sign !== undefined && sign.weight >= THRESHOLDS.sign.decisive,
  );
  if (decisive === undefined) return { outcome: 'neutral', strength: 0, at: undefined };
  return { outcome: decisive.outcome, strength: decisive.weight, at: decisive };
}

/** Outcome words in their context: `0 errors` and `failed=0` indicate success. */
function cueSigns(text: string, words: readonly Word[]): Sign[] {
  const signs: Sign[] = [];
  const hasModal = words.some((word) => MODALS.has(word.concept));
  for (const [index, word] of words.entries()) {
    const cue = cueOf(word.concept);
    if (cue === undefined || isInName(word, cue) || isNoOutcome(text, word)) continue;
    const weight = weightOf(cue);
    const span = { start: word.start, end: word.end, concept: word.concept };
    if (isZero(text, words, index)) {
      if (cue.outcome === 'failure') {
        signs.push({
          outcome: 'success',
          weight: THRESHOLDS.sign.none,
          start: span.start,
          end: span.end,
        });
      }
      continue;
    }
    const isMild = cue.outcome === 'skip' && !cue.isGeneric;
    if (isHypothetical(words, index) || (isMild && hasModal)) continue;
    // "Copied 12, 1 skipped" counts the skipped parts of something that was done.
    const before = words[index - 1];
    if (cue.outcome === 'skip' && before?.kind === 'number' && !before.isPart) continue;
    if (isNegated(text, words, index)) {
      if (cue.outcome === 'failure') {
        signs.push({
          outcome: 'success',
          weight: THRESHOLDS.sign.deniedFailure,
          start: span.start,
          end: span.end,
        });
      }
      if (cue.outcome === 'success') signs.push({ outcome: 'failure', weight, ...span });
      continue;
    }
    signs.push({ outcome: cue.outcome, weight, ...span, isCounter: isCounter(text, words, index) });
  }
  return signs;
}

function weightOf({ isGeneric, outcome }: Cue): number {
  const { result, mildSkip, word } = THRESHOLDS.sign;
  if (isGeneric) return result;
  return outcome === 'skip' ? mildSkip : word;
}

function isZero(text: string, words: readonly Word[], index: number): boolean {
  const word = words[index];
  const before = words[index - 1];
  const after = words[index + 1];
  if (word === undefined) return false;
  if (before?.concept === '#0' && /^\s*$/.test(text.slice(before.end, word.start))) return true;
  const next = words[index + 2];
  const rest = next?.concept === '#0' ? text.slice(word.end, next.start) : '';
  // "Failed transactions: 0", `error_count=0`.
  if (/^[ _]\p{L}+\s*[:=]\s*$/u.test(rest)) return true;
  if (after?.concept !== '#0') return false;
  const between = text.slice(word.end, after.start);
  // "Passed: 0 problems" counts the problems.
  if (/:\s/.test(between) && /^ \p{L}/u.test(text.slice(after.end))) return false;
  return /^["']?\s*[=:]?\s*["']?$/.test(between);
}

const MODALS: ReadonlySet<string> = new Set(
  'may might would should can will konnte sollte'.split(' '),
);

/** "May fail under low memory" reports no failure. */
function isHypothetical(words: readonly Word[], index: number): boolean {
  return words
    .slice(Math.max(0, index - THRESHOLDS.wordReach.modal), index)
    .some((word) => word.kind === 'stop' && MODALS.has(word.concept));
}

const DETERMINER = /^(?:no|none|kein\w*)$/;

function isNegated(text: string, words: readonly Word[], index: number): boolean {
  const isSuccess = cueOf(words[index]?.concept ?? '')?.outcome === 'success';
  const reach = isSuccess ? THRESHOLDS.wordReach.determiner : THRESHOLDS.wordReach.negation;
  for (let at = index - 1; at >= 0 && at >= index - reach; at -= 1) {
    const word = words[at];
    const next = words[at + 1];
    // "Does not answer, file missing": another clause, which nothing negates.
    if (word === undefined || next === undefined) return false;
    if (/[,;]\s/.test(text.slice(word.end, next.start))) return false;
    const isFar = at < index - THRESHOLDS.wordReach.negation;
    if (isFar && (word.kind !== 'negator' || !DETERMINER.test(word.concept))) continue;
    if (word.kind === 'negator') return !isBesideNegation(text, words, at, index);
    if (cueOf(word.concept) !== undefined) return false;
  }
  return false;
}

/** "Request without key rejected": the key is missing, and the rejection is not. */
export function isBesideNegation(
  text: string,
  words: readonly Word[],
  negator: number,
  index: number,
): boolean {
  const word = words[index];
  if (word === undefined || !/^(?:without|ohne)$/.test(words[negator]?.concept ?? '')) return false;
  const isVerb = /(?:ed|t)$/.test(text.slice(word.start, word.end));
  return isVerb && words.slice(negator + 1, index).some(({ kind }) => kind === 'word');
}

function phraseSigns(text: string): Sign[] {
  const signs: Sign[] = [];
  const off = SWITCHED_OFF.exec(text);
  for (const [pattern, outcome] of [
    [ABSENCE_PHRASES, 'failure'],
    [NOT_DONE, off === null ? 'failure' : 'skip'],
    [SKIP_PHRASES, 'skip'],
  ] as const) {
    for (const found of text.matchAll(pattern)) {
      const span = { start: found.index, end: found.index + found[0].length };
      const isMissing = NOT_THERE.test(found[0]);
      signs.push({
        outcome,
        weight: THRESHOLDS.sign.phrase,
        ...span,
        ...(isMissing ? { concept: MISSING } : {}),
      });
    }
  }
  return signs;
}

interface CodeSpan {
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

function codeSigns(http: CodeSpan | undefined, exit: CodeSpan | undefined): Sign[] {
  const signs: Sign[] = [];
  if (http !== undefined) {
    const outcome = http.value >= 400 ? 'failure' : 'success';
    signs.push({ ...http, outcome, weight: http.value < 200 ? 0 : THRESHOLDS.sign.httpStatus });
  }
  if (exit !== undefined) {
    signs.push({
      ...exit,
      outcome: exit.value === 0 ? 'success' : 'failure',
      weight: THRESHOLDS.sign.exitCode,
    });
  }
  return signs;
}

function levelSigns(text: string): Sign[] {
  return LEVELS.flatMap((pattern) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    return [
      {
        outcome: 'failure' as const,
        weight: THRESHOLDS.sign.level,
        start: found.index,
        end: found.index + found[0].length,
      },
    ];
  });
}

function lastNumber(text: string, pattern: RegExp): CodeSpan | undefined {
  let last: CodeSpan | undefined;
  for (const found of text.matchAll(pattern)) {
    last = { value: Number(found[1]), start: found.index, end: found.index + found[0].length };
  }
  return last;
}
