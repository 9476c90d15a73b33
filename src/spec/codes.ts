/** Every code an error answer can carry, with its status. Clients match on the code, never on the text. */
interface CodeFacts {
  readonly status: number;
  readonly when: string;
  /** The answer names a wait in `Retry-After`. */
  readonly retryAfter?: true;
}

export const ERROR_CODES = {
  VALIDATION_ERROR: { status: 400, when: 'Invalid input. `details` lists the problems.' },
  QUERY_SYNTAX_ERROR: {
    status: 400,
    when: 'Query syntax error. `details` has the position.',
  },
  UNKNOWN_INDEX: { status: 400, when: 'Unknown index.' },
  UNAUTHORIZED: { status: 401, when: 'Missing or invalid credentials.' },
  API_KEY_INVALID: { status: 401, when: 'The API key is malformed or unknown.' },
  API_KEY_REVOKED: { status: 401, when: 'The API key has been revoked.' },
  API_KEY_EXPIRED: { status: 401, when: 'The API key is past its expiration date.' },
  INVALID_PAT: { status: 401, when: 'The access token is malformed or unknown.' },
  PAT_REVOKED: { status: 401, when: 'The access token has been revoked.' },
  PAT_EXPIRED: { status: 401, when: 'The access token is past its expiration date.' },
  EMAIL_NOT_VERIFIED: { status: 401, when: 'The email address of the account is not confirmed.' },
  INSUFFICIENT_SCOPE: { status: 403, when: 'The key or token lacks the scope.' },
  FORBIDDEN: { status: 403, when: 'The role does not have the permission.' },
  AGENTS_OFF: { status: 403, when: 'The organization does not allow agents.' },
  PLAN_LIMIT_REACHED: { status: 403, when: 'Plan limit reached.' },
  IP_NOT_ALLOWED: { status: 403, when: 'The IP address is not on the organization’s allowlist.' },
  SSO_STATE: {
    status: 403,
    when: 'The sign-in was not started in this browser, took too long, or was already completed.',
  },
  SSO_DENIED: { status: 403, when: 'The identity provider refused the sign-in.' },
  SSO_CODE: { status: 403, when: 'The identity provider refused the authorization code.' },
  SSO_ISSUER: { status: 403, when: 'The response comes from another issuer.' },
  SSO_AUDIENCE: { status: 403, when: 'The ID token was issued to another client.' },
  SSO_NONCE: { status: 403, when: 'The ID token belongs to another sign-in.' },
  SSO_ALGORITHM: { status: 403, when: 'The ID token is not signed with RS256, PS256 or ES256.' },
  SSO_SIGNATURE: { status: 403, when: 'The signature of the ID token is not valid.' },
  SSO_EXPIRED: { status: 403, when: 'The ID token has expired or is not valid yet.' },
  SSO_TOKEN: { status: 403, when: 'The ID token is not valid.' },
  SSO_EMAIL: { status: 403, when: 'The identity provider sent no confirmed email address.' },
  SSO_DOMAIN: {
    status: 403,
    when: 'The domain of the email address is not verified by the organization.',
  },
  SSO_SUBJECT: {
    status: 403,
    when: 'The member is linked to another person at the identity provider.',
  },
  SSO_NOT_MEMBER: { status: 403, when: 'The connection adds nobody, and this is no member.' },
  SSO_NO_ROLE: { status: 403, when: 'No role is assigned to the groups of this person.' },
  SSO_REQUIRED: {
    status: 403,
    when: 'The organization requires signing in through its identity provider.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    when: 'A second factor is required, and this session began without one.',
  },
  SSO_NOT_PROVED: {
    status: 409,
    when: 'Required sign-in cannot be switched on before both ways in were tried.',
  },
  SAML_FORM: { status: 403, when: 'The SAML response has a form that is not accepted.' },
  SAML_SIGNATURE: {
    status: 403,
    when: 'The SAML response is not signed with a certificate of the connection.',
  },
  SAML_MISMATCH: { status: 403, when: 'The SAML response can be read in more than one way.' },
  SAML_RECIPIENT: { status: 403, when: 'The SAML response is for another address.' },
  SAML_SUBJECT: { status: 403, when: 'The NameID of the SAML response cannot be used.' },
  SAML_REPLAYED: { status: 403, when: 'The SAML response was already used.' },
  NOT_FOUND: { status: 404, when: 'Not found, or it belongs to another organization.' },
  METHOD_NOT_ALLOWED: { status: 405, when: 'The path exists, but not with this method.' },
  REQUEST_TIMEOUT: { status: 408, when: 'The request did not arrive in time.' },
  QUERY_TIMEOUT: { status: 408, when: 'The query took longer than 30 seconds.' },
  EVALUATION_TIMEOUT: { status: 408, when: 'The evaluation timed out. Send fewer events.' },
  CONFLICT: { status: 409, when: 'Conflict: already exists or was modified.' },
  ROLE_MANAGED: { status: 409, when: 'An identity provider manages the role of this member.' },
  DOMAIN_TAKEN: { status: 409, when: 'Another organization has verified this domain.' },
  PLAN_STALE: {
    status: 409,
    when: 'The configuration changed since the plan was created. Create a new plan.',
  },
  DELETES_NOT_ALLOWED: {
    status: 409,
    when: 'The bundle would delete more resources than allowed without `allowDeletes`, or an index that `allowDelete` doesn’t list.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, when: 'The body is too large.' },
  EVENT_TOO_LARGE: {
    status: 413,
    when: 'An event is larger than 1 MB. `details` has its position.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, when: 'The content type is not supported.' },
  UNSUPPORTED_ENCODING: { status: 415, when: 'The content encoding is not supported.' },
  QUERY_MEMORY_LIMIT: { status: 422, when: 'The query needed more than 2 GB of memory.' },
  QUERY_SCAN_LIMIT: { status: 422, when: 'The query would scan more than 10 billion rows.' },
  CREDIT_CAP_EXCEEDED: {
    status: 422,
    when: 'The evaluation could cost more than its credit cap. Nothing was charged.',
  },
  RATE_LIMITED: { status: 429, when: 'Too many requests in a minute.', retryAfter: true },
  QUEUE_FULL: { status: 429, when: 'The ingest queue is full.', retryAfter: true },
  DAILY_QUOTA_EXCEEDED: { status: 429, when: 'The daily quota is exhausted.', retryAfter: true },
  QUERY_SLOTS_BUSY: {
    status: 429,
    when: 'All query slots are in use, or searches of the organization are paused.',
    retryAfter: true,
  },
  AI_CREDITS_EXHAUSTED: {
    status: 429,
    when: 'The monthly AI credits are exhausted.',
    retryAfter: true,
  },
  HEADERS_TOO_LARGE: { status: 431, when: 'The request headers are too large.' },
  INTERNAL: { status: 500, when: 'Internal error. See the server log for `requestId`.' },
  AI_MODEL_NOT_CONFIGURED: {
    status: 501,
    when: 'The model is not configured on this installation.',
  },
  SSO_CLIENT: {
    status: 502,
    when: 'The identity provider does not accept the client ID or secret of the connection.',
  },
  SSO_PROVIDER: { status: 502, when: 'The identity provider could not be used.' },
  EVALUATION_SCHEMA_ERROR: {
    status: 502,
    when: 'The model returned no valid verdict. Safe to retry.',
  },
  STORAGE_UNAVAILABLE: { status: 503, when: 'The log store is unavailable.', retryAfter: true },
  QUEUE_UNAVAILABLE: { status: 503, when: 'The ingest queue is unavailable.', retryAfter: true },
  EVALUATIONS_BUSY: {
    status: 503,
    when: 'Too many evaluations are queued on this node.',
    retryAfter: true,
  },
  AI_PROVIDER_NOT_EU: { status: 503, when: 'No EU capacity for evaluation.', retryAfter: true },
  SHUTTING_DOWN: { status: 503, when: 'This node is stopping.', retryAfter: true },
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;
