import { systemClock } from '../../../src/base/clock.ts';
import { FOOTER_BYTES } from '../../../src/base/queue-payload.ts';
import { createBlockEncoder, numberRows } from '../../../src/engines/store/block-encoder.ts';
import { createRowIds, formatRowId } from '../../../src/engines/store/row-ids.ts';
import type { EventEncoder } from '../../../src/flow/ingest/index.ts';

/** Makes a block of every request, also of small ones, so that tests can read what was queued. */
export function createTestEncoder(): EventEncoder {
  const rowIds = createRowIds(systemClock, 1);
  const encoder = createBlockEncoder(rowIds);
  const idsFrom = (firstSequence: number) => (position: number) =>
    formatRowId(firstSequence + position, rowIds.node);
  return {
    encode(records) {
      const { bytes, firstSequence } = encoder.encode(records, FOOTER_BYTES);
      return { payload: bytes, idOf: idsFrom(firstSequence) };
    },
    number: (block) => idsFrom(numberRows(block, rowIds)),
  };
}
