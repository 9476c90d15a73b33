/** Every room of the platform, one line each. */
export { accessRoom } from '../guard/access/room.ts';
export { accountsRoom } from '../guard/accounts/room.ts';
export { alertsRoom } from '../features/alerts/room.ts';
export { auditRoom } from '../guard/audit/room.ts';
export { backupRoom } from '../features/backup/room.ts';
export { dashboardsRoom } from '../features/dashboards/room.ts';
export { exportsRoom } from '../features/exports/room.ts';
export { evaluationRoom } from '../features/evaluation/room.ts';
export { indexesRoom } from '../flow/indexes/room.ts';
export { ingestRoom } from '../flow/ingest/room.ts';
export { limitsRoom } from '../guard/limits/room.ts';
export { pipelinesRoom } from '../flow/pipelines/room.ts';
export { searchRoom } from '../flow/search/room.ts';
export { servicesRoom } from '../features/services/room.ts';
export { statusRoom } from '../features/status/room.ts';
