/** So that tests of other rooms can tell of a gap. */
export { putGap } from '../../src/flow/ingest/gaps/ingest-gaps-table.ts';
