/**
 * What happened, by whom, to what: entries are written with the change they tell about, leave for the index
 * `_audit`, and are exported from there. Every room may record. Owns audit_entries and audit_chains.
 */
export type { ManagedChange } from './changes-of.ts';
export { findChain } from './audit-chains-table.ts';
export { forgetAudit, readNumbered } from './audit-entries-table.ts';
export { type NumberedNeeds, readNumberedEntries } from './read-numbered-entries.ts';
export { type KeptAuditNeeds, readKeptAudit } from './read-kept-audit.ts';
export {
  actorName,
  auditSubject,
  type AuditSubject,
  recordAudit,
  recordAuditFor,
} from './record-audit.ts';
export { unpackDetails } from './unpack-details.ts';
