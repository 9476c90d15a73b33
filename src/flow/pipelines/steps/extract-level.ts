import type { StepOf } from '../../../contract/pipeline-steps.ts';
import { readField } from '../pipeline-event.ts';
import { missed, type Step } from './step.ts';

/** Maps the level names and numbers of other systems. */
const LEVELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    trace: 'trace trc verbose vrb finest finer silly 10',
    debug: 'debug dbg dbug fine 7 20',
    info: 'info inf information informational notice config log 5 6 30',
    warn: 'warn wrn warning 4 40',
    error: 'error err eror severe fail failure 3 50',
    fatal: 'fatal ftl crit critical alert emerg emergency panic 0 1 2 60',
  }).flatMap(([level, words]) => words.split(' ').map((word) => [word, level] as const)),
);

/** Levels are near the start of a line. */
const CANDIDATES_MAX = 512;
/** `level=warn`, `"severity": "ERROR"`. */
const NAMED = /\b(?:log_?level|level|lvl|severity)["']?\s{0,3}[=:]\s{0,3}["']?([A-Za-z]{3,13})\b/i;
/** `[warn]`, `<Error>`, `(INFO)`, `INFO:`; a bare word counts only in capitals. */
const MARKED = /[[<(]\s?([A-Za-z]{3,13})\s?[\])>]|\b([A-Z]{3,13})\b/g;

export function extractLevelStep({
  field = 'event',
  levels = {},
  isOptional,
}: StepOf<'extract_level'>): Step {
  const own = new Map(Object.entries(levels).map(([word, level]) => [word.toLowerCase(), level]));
  const levelOf = (word: string): string | undefined => {
    const lowered = word.toLowerCase();
    return own.get(lowered) ?? LEVELS.get(lowered);
  };
  const none = missed(isOptional, 'no level was found');
  return (event) => {
    const text = readField(event, field);
    const level = text === undefined ? undefined : (levelOf(text.trim()) ?? find(text, levelOf));
    if (level === undefined) return none;
    event.level = level.trim().toLowerCase() || event.level;
    return 'done';
  };
}

function find(text: string, levelOf: (word: string) => string | undefined): string | undefined {
  const beginning = text.slice(0, CANDIDATES_MAX);
  const named = NAMED.exec(beginning)?.[1];
  const fromName = named === undefined ? undefined : levelOf(named);
  if (fromName !== undefined) return fromName;
  for (const [, bracketed, bare] of beginning.matchAll(MARKED)) {
    const level = levelOf(bracketed ?? bare ?? '');
    if (level !== undefined) return level;
  }
  return undefined;
}
