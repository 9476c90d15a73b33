/** Every code an error answer can carry, with its status. Clients match on the code, never on the text. */
interface CodeFacts {
  readonly status: number;
  readonly when: string;
  /** The answer names a wait in `Retry-After`. */
  readonly retryAfter?: true;
}

export const ERROR_CODES = {
  VALIDATION_ERROR: { status: 400, when: 'The input is not valid; `details` lists the issues.' },
  QUERY_SYNTAX_ERROR: {
    status: 400,
    when: 'The query cannot be read; `details` has the position.',
  },
  UNKNOWN_INDEX: { status: 400, when: 'The named index does not exist.' },
  UNAUTHORIZED: { status: 401, when: 'No usable credential was sent.' },
  API_KEY_INVALID: { status: 401, when: 'The API key is malformed or unknown.' },
  API_KEY_REVOKED: { status: 401, when: 'The API key has been revoked.' },
  API_KEY_EXPIRED: { status: 401, when: 'The API key is past its expiration date.' },
  INVALID_PAT: { status: 401, when: 'The access token is malformed or unknown.' },
  PAT_REVOKED: { status: 401, when: 'The access token has been revoked.' },
  PAT_EXPIRED: { status: 401, when: 'The access token is past its expiration date.' },
  EMAIL_NOT_VERIFIED: { status: 401, when: 'The account’s e-mail address is not confirmed yet.' },
  INSUFFICIENT_SCOPE: { status: 403, when: 'The key or token lacks the scope.' },
  FORBIDDEN: { status: 403, when: 'The role does not permit it.' },
  PLAN_LIMIT_REACHED: { status: 403, when: 'The plan holds no more of this resource.' },
  IP_NOT_ALLOWED: { status: 403, when: 'The address is not on the organization’s allowlist.' },
  NOT_FOUND: { status: 404, when: 'There is no such thing here, or it is another organization’s.' },
  METHOD_NOT_ALLOWED: { status: 405, when: 'The path exists, but not with this method.' },
  REQUEST_TIMEOUT: { status: 408, when: 'The request did not arrive in time.' },
  QUERY_TIMEOUT: { status: 408, when: 'The query took longer than 30 seconds.' },
  EVALUATION_TIMEOUT: { status: 408, when: 'This node took too long over the rows; send fewer.' },
  CONFLICT: { status: 409, when: 'It exists already, or changed meanwhile.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, when: 'The body is over the size limit.' },
  EVENT_TOO_LARGE: { status: 413, when: 'One event is over 1 MB; `details` names its position.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, when: 'The content type is not supported.' },
  UNSUPPORTED_ENCODING: { status: 415, when: 'The content encoding is not supported.' },
  QUERY_MEMORY_LIMIT: { status: 422, when: 'The query needed more than 2 GB of memory.' },
  QUERY_SCAN_LIMIT: { status: 422, when: 'The query would read more than 10 billion rows.' },
  RATE_LIMITED: { status: 429, when: 'Too many requests in a minute.', retryAfter: true },
  QUEUE_FULL: { status: 429, when: 'The ingest queue is full.', retryAfter: true },
  DAILY_QUOTA_EXCEEDED: { status: 429, when: 'The daily quota is used up.', retryAfter: true },
  QUERY_SLOTS_BUSY: {
    status: 429,
    when: 'All query slots are in use, or searches of the organization are paused.',
    retryAfter: true,
  },
  AI_CREDITS_EXHAUSTED: { status: 429, when: 'The monthly credits are used up.', retryAfter: true },
  HEADERS_TOO_LARGE: { status: 431, when: 'The request headers are over the size limit.' },
  INTERNAL: { status: 500, when: 'An unexpected fault; the log knows more under `requestId`.' },
  AI_MODEL_NOT_CONFIGURED: { status: 501, when: 'The operator has not set up this model.' },
  EVALUATION_SCHEMA_ERROR: { status: 502, when: 'The model gave no valid verdict; safe to retry.' },
  STORAGE_UNAVAILABLE: { status: 503, when: 'The log store is not reachable.', retryAfter: true },
  QUEUE_UNAVAILABLE: { status: 503, when: 'The ingest queue is not reachable.', retryAfter: true },
  EVALUATIONS_BUSY: {
    status: 503,
    when: 'This node has as many evaluations waiting as it takes.',
    retryAfter: true,
  },
  AI_PROVIDER_NOT_EU: { status: 503, when: 'No EU capacity for evaluation.', retryAfter: true },
  SHUTTING_DOWN: { status: 503, when: 'This node is stopping.', retryAfter: true },
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;
