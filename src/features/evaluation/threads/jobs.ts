/** What takes long for large inputs. Each is a plain function of what it is given, on whatever thread. */
import { AppError, type ErrorFacts } from '../../../base/errors.ts';
import type { Row } from '../../../patterns/index.ts';
import type { ErrorCode } from '../../../spec/codes.ts';
import { type Grounded, type Grounding, groundFindings } from '../grounding/ground-findings.ts';
import type { Draft } from '../grounding/read-answer.ts';
import { prepareLines } from '../input/prepare-lines.ts';
import type { PreparedInput } from '../input/prepared-input.ts';
import { readRequest, type ReadingSettings } from '../input/read-request.ts';
import type { RowSource, RunRequest } from '../input/run-request.ts';
import {
  evaluateOffline,
  type OfflineInput,
  type OfflineVerdict,
} from '../offline/evaluate-offline.ts';

/** A request that was read: ready to be judged, or with the search its rows come from. */
export type ReadInput =
  | { readonly kind: 'prepared'; readonly input: PreparedInput }
  | {
      readonly kind: 'search';
      readonly request: RunRequest;
      readonly search: RowSource & { readonly kind: 'search' };
    };

export type Job =
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly settings: ReadingSettings }
  /** `bytes` is a JSON list. */
  | { readonly kind: 'prepare'; readonly bytes: Uint8Array; readonly request: RunRequest }
  | { readonly kind: 'judge'; readonly input: OfflineInput }
  | { readonly kind: 'ground'; readonly draft: Draft; readonly grounding: Grounding };

export interface JobResults {
  readonly read: ReadInput;
  readonly prepare: PreparedInput;
  readonly judge: OfflineVerdict;
  readonly ground: Grounded;
}

export type Outcome =
  | { readonly kind: 'done'; readonly result: JobResults[Job['kind']] }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly message: string;
      readonly facts: ErrorFacts;
    }
  /** Where it broke; what it said may hold parts of rows, so it stays behind. */
  | { readonly kind: 'failed'; readonly frames: string };

export function runJob(job: Job): JobResults[Job['kind']] {
  switch (job.kind) {
    case 'read': {
      const { request, source } = readRequest(asBuffer(job.bytes), job.settings);
      if (source.kind === 'search') return { kind: 'search', request, search: source };
      return { kind: 'prepared', input: prepareLines(request, source.rows) };
    }
    case 'prepare':
      return prepareLines(job.request, JSON.parse(asBuffer(job.bytes).toString()) as Row[]);
    case 'judge':
      return evaluateOffline(job.input);
    case 'ground':
      return groundFindings(job.draft, job.grounding);
  }
}

export function outcomeOf(job: Job): Outcome {
  try {
    return { kind: 'done', result: runJob(job) };
  } catch (error) {
    if (error instanceof AppError) {
      return { kind: 'refused', code: error.code, message: error.message, facts: error.facts };
    }
    return { kind: 'failed', frames: framesOf(error) };
  }
}

/** The name and the places of an error, without its words. */
export function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something else than an error was thrown';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join('\n');
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
