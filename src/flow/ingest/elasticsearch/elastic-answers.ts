import type { ErrorForm } from '../../../http/error-answer.ts';
import type { TakenEvents } from '../accept-events.ts';
import type { Refusal, RefusalCode } from '../partial-intake.ts';
import type { BulkItem } from './read-bulk.ts';

/** Official clients talk to nothing that does not send it. */
export const PRODUCT = { 'x-elastic-product': 'Elasticsearch' } as const;

/** The version we behave like, as far as shippers can see. */
const VERSION = '8.17.0';
const LICENSE = { uid: 'xplain', type: 'basic', mode: 'basic', status: 'active' } as const;

export const INFO = {
  name: 'xplain',
  cluster_name: 'xplain',
  cluster_uuid: 'xplain',
  version: {
    number: VERSION,
    build_flavor: 'default',
    build_type: 'docker',
    build_snapshot: false,
    lucene_version: '9.12.0',
    minimum_wire_compatibility_version: '7.17.0',
    minimum_index_compatibility_version: '7.0.0',
  },
  tagline: 'You Know, for Search',
} as const;
export const LICENSE_ANSWER = { license: LICENSE } as const;
export const XPACK_ANSWER = {
  build: { hash: 'xplain', date: '2026-01-01T00:00:00.000Z' },
  license: LICENSE,
  features: { ilm: { available: true, enabled: true } },
  tagline: 'You know, for X',
} as const;
export const HEALTH_ANSWER = {
  cluster_name: 'xplain',
  status: 'green',
  timed_out: false,
  number_of_nodes: 1,
  number_of_data_nodes: 1,
} as const;

interface ItemError {
  readonly status: number;
  readonly type: string;
}

const ITEM_ERRORS: Readonly<Record<RefusalCode, ItemError>> = {
  VALIDATION_ERROR: { status: 400, type: 'document_parsing_exception' },
  UNKNOWN_INDEX: { status: 404, type: 'index_not_found_exception' },
  EVENT_TOO_LARGE: { status: 413, type: 'event_too_large_exception' },
};

/** One answer per item, in order. */
export function bulkAnswer({ items, refusals, queued }: TakenEvents, took: number) {
  const refused = new Map(refusals.map((refusal) => [refusal.position, refusal]));
  let taken = 0;
  return {
    took,
    errors: refused.size > 0,
    items: items.map((item, position) => {
      const refusal = refused.get(position);
      if (refusal !== undefined) return { [item.action]: refusedItem(item, refusal) };
      const rowId = queued?.idOf(taken++) ?? '';
      return { [item.action]: takenItem(item, rowId) };
    }),
  };
}

function takenItem({ index, id }: BulkItem, rowId: string) {
  return {
    _index: index,
    _id: id || rowId,
    _version: 1,
    result: 'created',
    _shards: { total: 1, successful: 1, failed: 0 },
    status: 201,
  };
}

function refusedItem({ index, id }: BulkItem, { code, message }: Refusal) {
  const { status, type } = ITEM_ERRORS[code];
  return { _index: index, _id: id, status, error: { type, reason: message } };
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'security_exception',
  403: 'security_exception',
  413: 'content_too_long_exception',
  429: 'es_rejected_execution_exception',
  500: 'internal_error',
  503: 'unavailable_shards_exception',
};

export const elasticError: ErrorForm = (error, usual) => {
  const { status, headers } = usual;
  const cause = { type: TYPES[status] ?? 'illegal_argument_exception', reason: error.message };
  const body = { error: { root_cause: [cause], ...cause }, status };
  return { status, headers: { ...headers, ...PRODUCT }, body: JSON.stringify(body) };
};
