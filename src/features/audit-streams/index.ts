/** Sends the entries of the audit log to receivers of their organization. Owns audit_streams. */
export { wakeStreams } from './audit-streams-table.ts';
