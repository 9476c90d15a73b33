/**
 * The status page and its probe: each minute it writes a log line, searches for it, checks every component, and shows
 * the results, even while the platform is down. It uses HTTP to reach the platform and shares nothing with it. Owns no
 * table of the platform; its own data is in `engines/history`.
 */
export { checkOnce, type CheckLine } from './check-once.ts';
export { type Publish, publishToBucket, publishToFolder } from './publish.ts';
export { startStatus } from './start-status.ts';
