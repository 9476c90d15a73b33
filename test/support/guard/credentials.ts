/** The verbs of credentials and roles, for tests of other rooms that need some of their own. */
export { createAccessToken } from '../../../src/guard/access/credentials/access-tokens.ts';
export { createApiKey } from '../../../src/guard/access/credentials/create-api-key.ts';
export { revokeApiKey } from '../../../src/guard/access/credentials/revoke-api-key.ts';
export { changeMemberRole } from '../../../src/guard/access/members/manage-members.ts';
