/** Moves what one installation keeps to the engines of another, each row once. Owns no tables. */
export { copyLogs, type CopiedLogs } from './copy-logs.ts';
export { copyObjects } from './copy-objects.ts';
export { copyQueue, type CopiedQueue } from './copy-queue.ts';
export { type Bounds, compareLogs, findOwners, type LogsComparison } from './log-sums.ts';
export { listOrganizations } from './organizations-table.ts';
