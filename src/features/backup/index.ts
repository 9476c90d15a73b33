/** Backups of what this machine keeps, into a folder or a bucket, and reading them back. Owns no tables. */
export type { BackupOffer } from './room.ts';
export { noteDrill } from './drill.ts';
export { createRecoveryReader, type ReadRecovery } from './recovery.ts';
export { applyLedger } from './ledger/apply-ledger.ts';
export { ledgerWarnings, usableLedger } from './ledger/ledger-warnings.ts';
export { openRepository, RepositoryError } from './repository/open-repository.ts';
export { placeRestored, prepareTarget, RESTORING } from './restoring/place-restored.ts';
export { restoreFiles } from './restoring/restore-files.ts';
export { pointOf, type Snapshot } from './snapshot.ts';
