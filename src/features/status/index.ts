/**
 * The status page and its probe: each minute it writes a log line, searches for it, looks at every component, and
 * shows what it found, also while the platform is down. It speaks HTTP with the platform and shares nothing with it.
 * Owns no table of the platform; what it remembers lies in `engines/history`.
 */
export { checkOnce, type CheckLine } from './check-once.ts';
export { type Publish, publishToBucket, publishToFolder } from './publish.ts';
export { startStatus } from './start-status.ts';
