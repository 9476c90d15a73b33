/** Reads and checks the body of a request. Every problem is named with its path; nothing is guessed. */
import type { ErrorDetail } from '../../../base/errors.ts';
import { CheckRun } from '../../../contract/checks.ts';
import { EvaluationRequest } from '../../../contract/evaluation.ts';
import { explainProblems } from '../../../contract/explain-problems.ts';
import { isObject } from '../../../base/is-object.ts';
import type { JsonSchema } from '../../../contract/json-schema.ts';
import { parseJson } from '../../../http/parse-json.ts';
import type { JsonValue, Row } from '../../../patterns/index.ts';
import { MODELS, type ModelName } from '../../../spec/evaluation.ts';
import { invalidInput } from './invalid-input.ts';
import { capOf, requestOfRun, type SavedCheck } from './request-of-run.ts';
import type { ReadRequest, RowSource } from './run-request.ts';

export interface ReadingSettings {
  /** The maker's name in front of the model ids. */
  readonly vendor: string;
  /** The evaluator of the platform itself will answer. */
  readonly isOffline: boolean;
  readonly detailsMax: number;
  readonly jsonDepthMax: number;
  /** The body is that of a run of this check. */
  readonly check?: SavedCheck;
  /** Evidence quotes rows of the caller, too. */
  readonly quotesRows?: true;
}

/** Deeper bodies are refused as a whole; up to here the row can be named. Rows may have any number of fields. */
export const BOUNDS = { jsonDepthMax: 2_000, jsonPartsMax: Infinity };

export function readRequest(bytes: Buffer, settings: ReadingSettings): ReadRequest {
  const body = parseJson(bytes, BOUNDS);
  const { check } = settings;
  const schema = check === undefined ? SCHEMA : RUN_SCHEMA;
  const problems = explainProblems(schema, body, settings.detailsMax + 1);
  if (problems.length > 0) throw invalidInput(problems);
  const request = check === undefined ? shaped(body) : requestOfRun(check, shapedRun(body));
  const further = [
    ...sourceProblems(request, settings),
    ...criteriaProblems(request),
    ...itemProblems(request),
    ...modelProblems(request, settings.vendor),
    ...mergeProblems(request),
  ];
  if (further.length > 0) throw invalidInput(further);
  return {
    request: {
      criteria: request.criteria ?? '',
      items: request.expectedItems ?? [],
      mode: request.mode ?? 'test_classification',
      model: modelOf(request.model, settings.vendor) ?? defaultModel(),
      logCompression: request.logCompression ?? true,
      options: request.compressionOptions ?? {},
      isPreview: request.preview ?? false,
      ...(check === undefined ? {} : capOf(check, shapedRun(body))),
      ...(request.strategy === 'split' ? { isSplit: true } : {}),
      ...samplesOf(request),
      ...(settings.quotesRows ? { quotesRows: true } : {}),
    },
    source: sourceOf(request),
  };
}

const SCHEMA = asJsonSchema(EvaluationRequest);
const RUN_SCHEMA = asJsonSchema(CheckRun);

/** A TypeBox schema is a JSON schema. */
export function asJsonSchema(schema: unknown): JsonSchema {
  if (!isObject(schema)) throw new Error('a schema is an object');
  return schema;
}

/** The ids a request may name, as they are written. */
export function modelId(name: ModelName, vendor: string): string {
  return `${vendor}-${name}`;
}

function modelNames(): ModelName[] {
  return Object.keys(MODELS) as ModelName[];
}

export function modelOf(id: string | undefined, vendor: string): ModelName | undefined {
  return modelNames().find((name) => modelId(name, vendor) === id);
}

export function defaultModel(): ModelName {
  const name = modelNames().find((each) => MODELS[each].isDefault);
  if (name === undefined) throw new Error('no model is the default');
  return name;
}

/** The schema has been held against it. */
function shaped(body: unknown): EvaluationRequest {
  return body as EvaluationRequest;
}

function shapedRun(body: unknown): CheckRun {
  return body as CheckRun;
}

const SOURCES = ['rows', 'log', 'source'] as const;

function sourceProblems(request: EvaluationRequest, settings: ReadingSettings): ErrorDetail[] {
  const given = SOURCES.filter((name) => request[name] !== undefined);
  const [first, second] = given;
  if (first === undefined) {
    return [{ path: 'rows', message: 'Send the events to evaluate in `rows`, `log` or `source`.' }];
  }
  if (second !== undefined) {
    return [{ path: second, message: `Send either \`${first}\` or \`${second}\`, not both.` }];
  }
  if (first === 'source') return [];
  return first === 'log'
    ? rowProblems([[first, request.log]], settings)
    : rowProblems(
        (request.rows ?? []).map((row, i) => [`rows.${i}`, row] as const),
        settings,
      );
}

function rowProblems(
  rows: readonly (readonly [string, unknown])[],
  { jsonDepthMax, detailsMax }: ReadingSettings,
): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  let isBlank = true;
  for (const [path, row] of rows) {
    if (problems.length > detailsMax) break;
    if (row === null) problems.push({ path, message: 'Must not be null.' });
    else if (isDeeperThan(row, jsonDepthMax)) {
      problems.push({ path, message: `Is nested deeper than ${jsonDepthMax} levels.` });
    }
    if (typeof row !== 'string' || row.trim() !== '') isBlank = false;
  }
  if (problems.length === 0 && isBlank) {
    const path = rows[0]?.[0] ?? 'rows';
    problems.push({ path, message: 'The input contains only white space.' });
  }
  return problems;
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((each) => isDeeperThan(each, levels - 1));
}

function criteriaProblems({ criteria, preview }: EvaluationRequest): ErrorDetail[] {
  if (criteria !== undefined || preview === true) return [];
  return [{ path: 'criteria', message: 'This field is required, unless `preview` is true.' }];
}

export function itemProblems({
  expectedItems = [],
}: Pick<EvaluationRequest, 'expectedItems'>): ErrorDetail[] {
  const seen = new Map<string, number>();
  return expectedItems.flatMap(({ id }, i) => {
    const first = seen.get(id);
    if (first === undefined) {
      seen.set(id, i);
      return [];
    }
    const message = `Duplicate ID: already used by expectedItems.${first}.`;
    return [{ path: `expectedItems.${i}.id`, message }];
  });
}

export function modelProblems(
  { model }: Pick<EvaluationRequest, 'model'>,
  vendor: string,
): ErrorDetail[] {
  if (model === undefined || modelOf(model, vendor) !== undefined) return [];
  const known = modelNames().map((name) => `"${modelId(name, vendor)}"`);
  return [{ path: 'model', message: `Must be one of ${known.join(', ')}.` }];
}

/** Findings that an evaluator numbers itself cannot be told which belong together. */
export function mergeProblems({
  mode,
  strategy,
  samples,
}: Pick<EvaluationRequest, 'mode' | 'strategy' | 'samples'>): ErrorDetail[] {
  if (mode !== 'generic_verdict') return [];
  const message = 'Requires the mode `test_classification`.';
  return [
    ...(strategy === 'split' ? [{ path: 'strategy', message }] : []),
    ...(samples !== undefined && Number(samples) > 1 ? [{ path: 'samples', message }] : []),
  ];
}

function samplesOf({ samples }: EvaluationRequest): Pick<ReadRequest['request'], 'samples'> {
  const count = Number(samples ?? 1);
  return count > 1 ? { samples: count } : {};
}

function sourceOf({ rows, log, source }: EvaluationRequest): RowSource {
  if (source !== undefined) return { kind: 'search', ...source };
  if (rows !== undefined) return { kind: 'rows', rows: rows.map(toRow) };
  return { kind: 'rows', rows: [toRow(log)] };
}

/** What JSON was parsed from is JSON. */
function toRow(value: unknown): Row {
  return value as JsonValue;
}
