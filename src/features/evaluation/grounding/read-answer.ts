/** Parses the answer of a model. Every deviation from the requested form is a problem, described in our own words. */
import { isObject } from '../../../base/is-object.ts';
import type { ModelAnswer } from '../../../engines/model/model.ts';
import { FINDING_STATUSES, type FindingStatus } from '../../../spec/evaluation.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { DraftFinding } from '../../../evaluator/index.ts';

/** A finding with the extras that criteria may request besides a status. */
export interface ReadFinding extends DraftFinding {
  readonly score: number | null;
  readonly tags: readonly string[];
}

export interface Draft {
  readonly findings: readonly ReadFinding[];
  readonly summary: string | null;
}

export type ReadAnswer =
  | { readonly kind: 'draft'; readonly draft: Draft }
  /** For the next attempt; they contain no text of the answer. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

export interface Question {
  /** Number of items in the question; 0 if the evaluator finds the conclusions itself. */
  readonly itemCount: number;
  readonly code: string;
  readonly mark: string;
}

const { explanationCharactersMax, summaryCharactersMax, findingsMax, citationsMax } =
  LIMITS.evaluation;
const PROBLEMS_MAX = 20;
/** Several times the longest expected answer; parsing more would delay other requests. */
const ANSWER_CHARACTERS_MAX = 500_000;
const ENTITY_CHARACTERS_MAX = 200;
const TAGS_MAX = 20;
/** Ids of techniques and similar; any other form would allow free text. */
const TAG = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/;

export function readAnswer({ text, stop }: ModelAnswer, question: Question): ReadAnswer {
  if (stop !== 'end') {
    const why = stop === 'length' ? 'The answer was too long.' : 'There was no answer.';
    return { kind: 'invalid', problems: [why] };
  }
  const parsed = text.length > ANSWER_CHARACTERS_MAX ? undefined : parseObject(text);
  if (parsed === undefined) {
    return { kind: 'invalid', problems: ['The answer is not one JSON object.'] };
  }
  const problems: string[] = [];
  const findings = readFindings(parsed['findings'], question, problems);
  const summary = readSummary(parsed['summary'], problems);
  const draft = { findings, summary };
  if (holdsSecrets(draft, question)) problems.push('The answer has the code or a mark in it.');
  if (problems.length > 0) return { kind: 'invalid', problems: problems.slice(0, PROBLEMS_MAX) };
  return { kind: 'draft', draft };
}

type Fields = Readonly<Record<string, unknown>>;

/** One code fence around it is tolerated. */
function parseObject(text: string): Fields | undefined {
  const inner = /^\s*```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*```\s*$/i.exec(text)?.[1] ?? text;
  try {
    const value: unknown = JSON.parse(inner);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readFindings(value: unknown, question: Question, problems: string[]): ReadFinding[] {
  if (!Array.isArray(value)) {
    problems.push('"findings" is not a list.');
    return [];
  }
  const { itemCount } = question;
  if (value.length > Math.max(findingsMax, itemCount)) {
    problems.push(`There are more than ${findingsMax} findings.`);
    return [];
  }
  const list: readonly unknown[] = value;
  const findings = list.flatMap((each, i) => readFinding(each, i, itemCount, problems));
  if (itemCount === 0) {
    if (list.length === 0) problems.push('There is no finding.');
    return findings;
  }
  const counts = new Map<number, number>();
  for (const { item = 0 } of findings) counts.set(item, (counts.get(item) ?? 0) + 1);
  for (let item = 1; item <= itemCount; item += 1) {
    const count = counts.get(item) ?? 0;
    if (count === 0) problems.push(`Item ${item} has no finding.`);
    if (count > 1) problems.push(`Item ${item} has more than one finding.`);
  }
  return findings.toSorted((one, other) => (one.item ?? 0) - (other.item ?? 0));
}

function readFinding(
  value: unknown,
  index: number,
  itemCount: number,
  problems: string[],
): ReadFinding[] {
  const before = problems.length;
  const name = `Finding ${index + 1}`;
  const refuse = (problem: string): void => void problems.push(`${name}: ${problem}`);
  if (!isObject(value)) {
    refuse('is not an object.');
    return [];
  }
  const item = itemCount === 0 ? undefined : value['item'];
  if (item !== undefined || itemCount > 0) {
    const isKnown = Number.isInteger(item) && Number(item) >= 1 && Number(item) <= itemCount;
    if (!isKnown) refuse('"item" is not the number of an item.');
  }
  const { explanation, status, confidence } = value;
  if (typeof explanation !== 'string' || explanation.trim() === '') {
    refuse('"explanation" is not a text.');
  } else if (charactersOf(explanation) > explanationCharactersMax) {
    refuse(`"explanation" is longer than ${explanationCharactersMax} characters.`);
  }
  if (!isStatus(status)) refuse('"status" is not one of the four.');
  const isShare = typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
  if (!isShare) refuse('"confidence" is not a number from 0 to 1.');
  const evidence = readEvidence(value['evidence'], refuse);
  const entity = readEntity(value['entity'], refuse);
  const score = readScore(value['score'], refuse);
  const tags = readTags(value['tags'], refuse);
  if (problems.length > before || !isStatus(status)) return [];
  return [
    {
      item: typeof item === 'number' ? item : undefined,
      evidence,
      explanation: String(explanation),
      status,
      confidence: Number(confidence),
      entity,
      score,
      tags,
    },
  ];
}

type Refuse = (problem: string) => void;

function isStatus(value: unknown): value is FindingStatus {
  return typeof value === 'string' && Object.hasOwn(FINDING_STATUSES, value);
}

function readEvidence(value: unknown, refuse: Refuse): { n: number; q: string }[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > citationsMax) {
    refuse(`"evidence" is not a list of at most ${citationsMax}.`);
    return [];
  }
  return (value as readonly unknown[]).flatMap((each) => {
    const { n, q } = isObject(each) ? each : {};
    if (typeof n === 'number' && Number.isInteger(n) && typeof q === 'string') return [{ n, q }];
    refuse('"evidence" has an entry without a number and a quote.');
    return [];
  });
}

function readEntity(value: unknown, refuse: Refuse): DraftFinding['entity'] {
  if (value === undefined || value === null) return null;
  const { type, key } = isObject(value) ? value : {};
  const isText = (part: unknown): part is string =>
    typeof part === 'string' && part.trim() !== '' && part.length <= ENTITY_CHARACTERS_MAX;
  if (isText(type) && isText(key)) return { type, key };
  refuse('"entity" is neither null nor a type with a key.');
  return null;
}

function readScore(value: unknown, refuse: Refuse): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  refuse('"score" is not a number.');
  return null;
}

function readTags(value: unknown, refuse: Refuse): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    refuse('"tags" is not a list.');
    return [];
  }
  const list: readonly unknown[] = value;
  return list
    .filter((tag) => typeof tag === 'string' && TAG.test(tag))
    .slice(0, TAGS_MAX) as string[];
}

function readSummary(value: unknown, problems: string[]): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') problems.push('"summary" is neither a text nor null.');
  else if (charactersOf(value) > summaryCharactersMax) {
    problems.push(`"summary" is longer than ${summaryCharactersMax} characters.`);
  } else if (value.trim() !== '') return value;
  return null;
}

/** Code points, as everywhere on the wire. */
function charactersOf(text: string): number {
  return Array.from(text).length;
}

function holdsSecrets(draft: Draft, { code, mark }: Question): boolean {
  const texts = draft.findings.flatMap(({ explanation, entity, tags }) => [
    explanation,
    entity?.type ?? '',
    entity?.key ?? '',
    ...tags,
  ]);
  const quotes = draft.findings.flatMap(({ evidence }) => evidence.map(({ q }) => q));
  const said = [...texts, draft.summary ?? ''];
  return (
    [...said, ...quotes].some((text) => text.toLowerCase().includes(code)) ||
    said.some((text) => text.includes(mark))
  );
}
