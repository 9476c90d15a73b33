import type { CallRow, History } from '../history.ts';
import { numberOf, textOf, type Row, type Statements } from './statements.ts';

type Part = Pick<History, 'addCalls' | 'dueCalls' | 'setCall' | 'removeCall'>;

/** What waits to be sent to receivers. */
export function callStatements(statements: Statements): Part {
  return {
    addCalls: (calls) => {
      statements.together(() => {
        for (const { id, url, body, madeAt, attempts, dueAt } of calls) {
          statements.change(
            'insert into calls (id, url, body, made_at, attempts, due_at) values (?, ?, ?, ?, ?, ?)',
            ...([id, url, body, madeAt, attempts, dueAt] as const),
          );
        }
      });
    },
    dueCalls: (now, take) =>
      statements
        .all('select * from calls where due_at <= ? order by due_at, rowid limit ?', now, take)
        .map(callOf),
    setCall: (id, attempts, dueAt) => {
      const text = 'update calls set attempts = ?, due_at = ? where id = ?';
      statements.change(text, attempts, dueAt, id);
    },
    removeCall: (id) => {
      statements.change('delete from calls where id = ?', id);
    },
  };
}

function callOf(row: Row): CallRow {
  return {
    id: textOf(row, 'id'),
    url: textOf(row, 'url'),
    body: textOf(row, 'body'),
    madeAt: numberOf(row, 'made_at'),
    attempts: numberOf(row, 'attempts'),
    dueAt: numberOf(row, 'due_at'),
  };
}
