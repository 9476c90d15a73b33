/**
 * What happened, by whom, to what: entries are written with the change they tell about, leave for the index
 * `_audit`, and are exported from there. Every room may record. Owns audit_entries.
 */
export { actorName, auditSubject, recordAudit, recordAuditFor } from './record-audit.ts';
export { unpackDetails } from './unpack-details.ts';
