/**
 * A body → its records, for every form that an endpoint takes. Needs nothing but what it is given, so it is the same
 * on the thread that answers requests and on a worker thread.
 */
import { AppError, type ErrorDetail } from '../../../base/errors.ts';
import type { Limits } from '../../../spec/limits.ts';
import { type BulkItem, type BulkNames, takeBulk } from '../elasticsearch/read-bulk.ts';
import { type HecDefaults, takeHecEvents, takeHecLines } from '../hec/read-hec-events.ts';
import { decompressSnappy } from '../loki/decompress-snappy.ts';
import { takeLokiJson, takeLokiProtobuf } from '../loki/read-streams.ts';
import { type DraftRecord, type EventDefaults, normaliseEvent } from '../normalise-event.ts';
import { readOtlpJson } from '../otlp/read-json.ts';
import { readOtlpProtobuf } from '../otlp/read-protobuf.ts';
import { otlpIntake } from '../otlp/take-records.ts';
import { badRequest, type Intake, openIntake, type Refusal } from '../partial-intake.ts';
import {
  readJsonEvents,
  readLimits,
  readNdjsonEvents,
  type SentEvents,
} from '../read-json-events.ts';

/** Format of a body, with the parameters from the URL. */
export type BodyForm =
  | { readonly kind: 'json' }
  | { readonly kind: 'ndjson' }
  | { readonly kind: 'otlp-json' }
  | { readonly kind: 'otlp-protobuf' }
  | { readonly kind: 'loki-json' }
  | { readonly kind: 'loki-protobuf' }
  | { readonly kind: 'hec-events'; readonly named: HecDefaults }
  | { readonly kind: 'hec-lines'; readonly named: HecDefaults }
  | { readonly kind: 'bulk'; readonly names: BulkNames };

export interface ReadEvents {
  readonly records: readonly DraftRecord[];
  /** Size of these events as they were sent, with what they share in each: what quota and usage count. */
  readonly bytes: number;
  /** Events that were not taken, in protocols that take the others all the same. */
  readonly refusals: readonly Refusal[];
  /** Items of a bulk request, accepted or not. */
  readonly items: readonly BulkItem[];
}

export type ReadingLimits = Pick<Limits, 'events' | 'http'>;

/** Throws the `AppError` that refuses the whole request. */
export function readEvents(
  limits: ReadingLimits,
  form: BodyForm,
  body: Buffer,
  defaults: EventDefaults,
): ReadEvents {
  switch (form.kind) {
    case 'json':
      return allOf(readJsonEvents(body, readLimits(limits)), defaults, limits);
    case 'ndjson':
      return allOf(readNdjsonEvents(body, readLimits(limits)), defaults, limits);
    default: {
      const intake = openIntake(defaults);
      const items = takeInto(intake, limits, form, body);
      const { records, bytes, refusals } = intake;
      return { records, bytes, refusals, items };
    }
  }
}

type PartialForm = Exclude<BodyForm, { readonly kind: 'json' | 'ndjson' }>;

function takeInto(
  intake: Intake,
  { http }: ReadingLimits,
  form: PartialForm,
  body: Buffer,
): readonly BulkItem[] {
  const { jsonDepthMax, bodyBytesMax } = http;
  switch (form.kind) {
    case 'otlp-json':
      readOtlpJson(body, jsonDepthMax, otlpIntake(intake));
      return [];
    case 'otlp-protobuf':
      readOtlpProtobuf(body, jsonDepthMax, otlpIntake(intake));
      return [];
    case 'loki-json':
      takeLokiJson(body, jsonDepthMax, intake);
      return [];
    case 'loki-protobuf':
      takeLokiProtobuf(decompressSnappy(body, bodyBytesMax), intake);
      return [];
    case 'hec-events':
      takeHecEvents(body, form.named, jsonDepthMax, intake);
      return [];
    case 'hec-lines':
      takeHecLines(body, form.named, intake);
      return [];
    case 'bulk': {
      const items = takeBulk(body, form.names, jsonDepthMax, intake);
      if (items.length === 0) throw badRequest('The body contains no actions.');
      return items;
    }
  }
}

/** Every bad event is named, up to a bound; one is enough to refuse the request. */
function allOf(sent: SentEvents, defaults: EventDefaults, limits: ReadingLimits): ReadEvents {
  const details: ErrorDetail[] = [];
  const unknown: ErrorDetail[] = [];
  const problems = {
    add: (detail: ErrorDetail) => details.push(detail),
    addUnknownIndex: (path: string, index: string) =>
      unknown.push({ path, message: `Unknown index ${JSON.stringify(index)}.` }),
  };
  const records: DraftRecord[] = [];
  for (let position = 0; position < sent.events.length; position++) {
    const record = normaliseEvent(sent.events[position], sent.pathOf(position), defaults, problems);
    if (record !== undefined) records.push(record);
    else if (details.length + unknown.length >= limits.http.detailsMax) break;
  }
  if (details.length > 0) {
    throw new AppError('VALIDATION_ERROR', 'Some events are invalid. No event was accepted.', {
      details: [...details, ...unknown],
    });
  }
  if (unknown.length > 0) {
    throw new AppError('UNKNOWN_INDEX', 'Some events have an unknown index.', {
      details: unknown,
    });
  }
  return { records, bytes: sent.bytes, refusals: [], items: [] };
}
