/** Translates statements in a thread, so that a long one delays nobody else. */
import type { Limits } from '../../../../spec/limits.ts';
import { MB } from '../../../../spec/units.ts';
import { createThreadPool } from '../../../threads/create-thread-pool.ts';
import { EngineRefusal } from '../../clickhouse/connection.ts';
import { unavailable } from '../../clickhouse/engine-errors.ts';
import { KNOWN_LENGTH_MAX } from '../../duckdb/dialect/known-statements.ts';
import type { StatementText } from '../../duckdb/dialect/translate.ts';
import type { TranslatedStatement } from './translated-statement.ts';

export type TranslateAnswer =
  | { readonly kind: 'translated'; readonly statement: TranslatedStatement }
  | { readonly kind: 'refused'; readonly code: number; readonly text: string };

export interface Translating extends AsyncDisposable {
  /** Throws `EngineRefusal` for what the engine cannot do. */
  translate(statement: StatementText, signal?: AbortSignal): Promise<TranslatedStatement>;
}

const PROGRAM = new URL('translate-thread.ts', import.meta.url);
const HEAP_BYTES_MAX = 512 * MB;

export function openTranslating({ store, query }: Limits): Translating {
  const thread = createThreadPool<StatementText, TranslateAnswer>({
    name: 'translating statements',
    program: PROGRAM,
    threadsMax: 1,
    waitingMax: store.connectionsMax,
    jobMsMax: query.timeoutMsMax,
    heapBytesMax: HEAP_BYTES_MAX,
    tooBusy: () => unavailable(new Error('Too many statements wait to be translated.')),
    tooLong: () => unavailable(new Error('Translating a statement took too long.')),
  });
  return {
    async translate({ text, parameters, sentTables }, signal) {
      // Most are short, and go ahead of those that take a while.
      const urgency = text.length > KNOWN_LENGTH_MAX ? 'usual' : 'quick';
      const job = { text, parameters, sentTables };
      const answer = await thread.run(() => ({ job }), signal, urgency);
      if (answer.kind === 'translated') return answer.statement;
      throw new EngineRefusal({ code: answer.code, text: answer.text });
    },
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
}
