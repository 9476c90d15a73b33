/** The program of a thread that translates statements, since a long one would delay all other requests. */
import { serveJobs } from '../../../threads/serve-jobs.ts';
import { codeOf } from '../../duckdb/engine/faults.ts';
import type { StatementText } from '../../duckdb/dialect/translate.ts';
import { translateStatement } from './translated-statement.ts';
import type { TranslateAnswer } from './translating.ts';

serveJobs<StatementText, TranslateAnswer>((statement) => {
  try {
    return { kind: 'translated', statement: translateStatement(statement) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { kind: 'refused', code: codeOf(error), text };
  }
});
