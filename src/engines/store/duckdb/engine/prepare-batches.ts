/**
 * Prepares batches before their turn: finds their blocks, counts rows, and adds their words to the filters, which takes
 * a third of the time of an insert. Meanwhile the engine commits the previous batches on its own thread, and
 * occasionally checkpoints the log, which takes as long as ten commits.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTurns } from '../../../../base/turns.ts';
import { boundsOf, widenBy } from './block-bounds.ts';
import { readBlocks, type Block } from './block-reader.ts';
import { createBlockCounts, type BlockCounts } from './count-blocks.ts';
import { type Bounds, type DayFile, noRows } from './day-file.ts';
import type { DayFiles } from './day-files.ts';

export interface Batch {
  readonly token: string;
  /** Concatenated blocks. */
  readonly bytes: Buffer;
  /** It may have been stored before, perhaps as part of another batch. */
  readonly isRepeated: boolean;
}

/** Has to be disposed of once it is stored, or will not be. */
export interface PreparedBatch extends Disposable {
  readonly batch: Batch;
  /** The file whose filters have its words. */
  readonly file: DayFile;
  readonly blocks: readonly Block[];
  /** Offset of its first row from the first row of the file. */
  readonly firstRow: number;
  /** Of only its own rows. */
  readonly bounds: Bounds;
  /** Of a batch that may be there already none: which of its rows are new is not known yet. */
  readonly counts: BlockCounts;
}

export interface Preparing {
  /** Prepares one batch at a time, for the file that takes new rows unless `file` is given. */
  prepare(batch: Batch, file?: DayFile): Promise<PreparedBatch>;
  /** Until disposed of, leaves the thread to the code that passes rows to the engine. */
  pause(): Disposable;
}

interface PreparingNeeds {
  readonly files: Pick<DayFiles, 'today' | 'hold'>;
  /** Throws when there is no room left for what comes. */
  readonly requireRoom: () => Promise<void>;
}

export function createPreparing(needs: PreparingNeeds): Preparing {
  const places = createPlaces();
  // Filters take rows in their order.
  const inTurn = createTurns();
  let pause: Promise<void> | undefined;
  const prepareNext = async (batch: Batch, meant?: DayFile): Promise<PreparedBatch> => {
    await needs.requireRoom();
    const file = meant ?? (await needs.files.today());
    const blocks = readBlocks(batch.bytes);
    const release = needs.files.hold([file]);
    const { firstRow, leave } = places.take(file, rowsOf(blocks));
    const settle = (): void => {
      leave();
      release();
    };
    const bounds = noRows();
    const counts = createBlockCounts();
    try {
      let row = firstRow;
      for (const block of blocks) {
        while (pause !== undefined) await pause;
        // Before they are there: a filter that knows too much does no harm.
        file.filters.add(batch.bytes, block, row);
        row += block.rows;
        widenBy(bounds, boundsOf(batch.bytes, block));
        if (!batch.isRepeated) counts.add(batch.bytes, block);
        // Yields to the event loop between two blocks.
        await nextTurn();
      }
    } catch (error) {
      settle();
      throw error;
    }
    return { batch, file, blocks, firstRow, bounds, counts, [Symbol.dispose]: settle };
  };
  return {
    prepare: (batch, file) => inTurn(() => prepareNext(batch, file)),
    pause() {
      const { promise, resolve } = Promise.withResolvers<void>();
      pause = promise;
      return {
        [Symbol.dispose]: () => {
          pause = undefined;
          resolve();
        },
      };
    },
  };
}

export function rowsOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { rows }) => sum + rows, 0);
}

interface Places {
  take(file: DayFile, rows: number): { readonly firstRow: number; readonly leave: () => void };
}

/**
 * Positions after the rows of a file and those being written to it. Positions of failed batches are reused once no
 * batch is in progress.
 */
function createPlaces(): Places {
  const underWay = new Map<DayFile, { next: number; batches: number }>();
  return {
    take(file, rows) {
      const { next, batches } = underWay.get(file) ?? { next: 0, batches: 0 };
      const firstRow = Math.max(next, file.bounds.written);
      underWay.set(file, { next: firstRow + rows, batches: batches + 1 });
      const leave = (): void => {
        const now = underWay.get(file);
        if (now === undefined) return;
        now.batches -= 1;
        if (now.batches === 0) underWay.delete(file);
      };
      return { firstRow, leave };
    },
  };
}
