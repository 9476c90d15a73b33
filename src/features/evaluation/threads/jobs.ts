/** What takes long for large inputs. Each is a plain function of what it is given, on whatever thread. */
import type { Row } from '../../../patterns/index.ts';
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

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
