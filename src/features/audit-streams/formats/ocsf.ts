/** Open Cybersecurity Schema Framework 1.3: Authentication (3002) for sign-ins and sign-outs, else Entity Management (3004). */
import type { HashedEntry } from '../../../contract/audit-chain.ts';
import { AUDIT_MAPPING_VERSION } from '../../../spec/audit-streams.ts';
import { isFailure } from './is-failure.ts';

const CATEGORY = 3;
const AUTHENTICATION = 3002;
const ENTITY_MANAGEMENT = 3004;

const SIGN_INS: Readonly<Record<string, number>> = {
  'user.login_succeeded': 1,
  'user.login_failed': 1,
  'user.oauth_login_succeeded': 1,
  'user.signed_out': 2,
  'user.sessions_ended': 2,
};

/** By the last word of the action; any other action is Other. */
const ACTIVITIES: Readonly<Record<string, number>> = {
  created: 1,
  invited: 1,
  exported: 2,
  used: 2,
  updated: 3,
  changed: 3,
  deleted: 4,
  removed: 4,
  revoked: 4,
};
const OTHER = 99;

export function writeOcsf(entry: HashedEntry): object {
  const { action, actor, resource, resource_type, ip_address, user_agent, details } = entry;
  const signIn = SIGN_INS[action];
  const class_uid = signIn === undefined ? ENTITY_MANAGEMENT : AUTHENTICATION;
  const activity_id = signIn ?? ACTIVITIES[/[^._]*$/.exec(action)?.[0] ?? ''] ?? OTHER;
  const user = actor.includes('@') ? { name: actor, email_addr: actor } : { name: actor };
  return {
    category_uid: CATEGORY,
    class_uid,
    activity_id,
    ...(activity_id === OTHER ? { activity_name: action } : {}),
    type_uid: class_uid * 100 + activity_id,
    time: Date.parse(entry.timestamp),
    severity_id: isFailure(action) ? 3 : 1,
    status_id: isFailure(action) ? 2 : 1,
    message: `${action} ${resource} by ${actor}`,
    metadata: {
      version: '1.3.0',
      product: { name: 'Xplain', vendor_name: 'Xplain' },
      log_name: '_audit',
      log_version: String(AUDIT_MAPPING_VERSION),
      event_code: action,
      sequence: entry.seq,
      original_time: entry.timestamp,
    },
    actor: { user },
    ...(signIn === undefined
      ? { entity: { uid: resource, type: resource_type, data: details } }
      : { user }),
    ...(ip_address === '' ? {} : { src_endpoint: { ip: ip_address } }),
    ...(user_agent === '' ? {} : { http_request: { user_agent } }),
    unmapped: { ...(signIn === undefined ? {} : { resource, details }), hash: entry.hash },
  };
}
