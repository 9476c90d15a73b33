import type { Clock } from '../../../base/clock.ts';
import { FOOTER_BYTES } from '../../../base/queue-payload.ts';
import type { LogRecord } from '../../../base/record.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import {
  createBlockEncoder,
  type EncodedBlock,
  numberRows,
  type UnnumberedBlock,
} from '../../../engines/store/block-encoder.ts';
import { PACKED_ROWS_MAX, packRows } from '../../../engines/store/packed-rows.ts';
import { createRowIds, formatRowId, type RowIds } from '../../../engines/store/row-ids.ts';
import { countStart } from './starts-table.ts';

interface EncoderNeeds {
  readonly metadata: Pick<Metadata, 'transaction'>;
  readonly clock: Clock;
}

export interface EncodedEvents {
  /** What the store takes, and room for the footer of a payload. */
  readonly payload: Uint8Array;
  /** The `_id` of the record at a position. */
  readonly idOf: (position: number) => string;
}

export interface EventEncoder {
  /** Turns records into the bytes the store takes, once. */
  readonly encode: (records: readonly LogRecord[]) => EncodedEvents;
  /** Gives row ids to what was encoded on another thread. */
  readonly number: (block: UnnumberedBlock) => EncodedEvents['idOf'];
}

/** Row IDs contain a number that no other node and no earlier start has: the metadata store counts the starts. */
export async function openRowIds({ metadata, clock }: EncoderNeeds): Promise<RowIds> {
  const start = await metadata.transaction((unit) => countStart(unit, clock.now()));
  return createRowIds(clock, start % 65_536);
}

export async function createEncoder({ metadata, clock }: EncoderNeeds): Promise<EventEncoder> {
  const rowIds = await openRowIds({ metadata, clock });
  const encoder = createBlockEncoder(rowIds);
  const { node } = rowIds;
  return {
    encode(records) {
      const isSmall = records.length <= PACKED_ROWS_MAX;
      const { bytes, firstSequence } = isSmall
        ? pack(records)
        : encoder.encode(records, FOOTER_BYTES);
      return { payload: bytes, idOf: idsFrom(firstSequence) };
    },
    number: (block) => idsFrom(numberRows(block, rowIds)),
  };

  function idsFrom(firstSequence: number): EncodedEvents['idOf'] {
    return (position) => formatRowId(firstSequence + position, node);
  }

  function pack(records: readonly LogRecord[]): EncodedBlock {
    const firstSequence = rowIds.take(records.length);
    return { bytes: packRows({ firstSequence, node, records }, FOOTER_BYTES), firstSequence };
  }
}
