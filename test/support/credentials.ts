/** The verbs of credentials, for tests of other rooms that need keys of their own. */
export { createAccessToken } from '../../src/guard/access/credentials/access-tokens.ts';
export { createApiKey } from '../../src/guard/access/credentials/create-api-key.ts';
export { revokeApiKey } from '../../src/guard/access/credentials/revoke-api-key.ts';
