import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../../base/errors.ts';
import { randomBase62 } from '../../../base/ids.ts';
import type { History } from '../history.ts';
import { callStatements } from './call-statements.ts';
import { incidentStatements } from './incident-statements.ts';
import { mailStatements } from './mail-statements.ts';
import { minuteStatements } from './minute-statements.ts';
import { STEPS } from './schema.ts';
import { numberOf, openStatements, textOf, type Statements } from './statements.ts';

export function openSqliteHistory(file: string): History {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const statements = openFile(file);
  const fact = (name: string): string | undefined => {
    const row = statements.first('select value from facts where name = ?', name);
    return row === undefined ? undefined : textOf(row, 'value');
  };
  const setFact = (name: string, value: string): void => {
    statements.change(
      'insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      name,
      value,
    );
  };
  const made = (name: string, make: () => string): string => {
    const known = fact(name);
    if (known !== undefined) return known;
    const value = make();
    setFact(name, value);
    return value;
  };
  return {
    probeId: made('probe_id', () => randomBase62(16)),
    secret: made('secret', () => randomBytes(32).toString('base64url')),
    fact,
    setFact,
    ...minuteStatements(statements),
    ...incidentStatements(statements),
    ...mailStatements(statements),
    ...callStatements(statements),
    forget: (before) => {
      statements.together(() => {
        statements.change('delete from minutes where minute < ?', before.minute);
        statements.change('delete from days where day < ?', before.day);
        statements.change('delete from lines where written_at < ?', before.lineAt);
        statements.change('delete from incidents where closed_at < ?', before.incidentClosedAt);
        statements.change(
          'delete from subscribers where is_confirmed = 0 and asked_at < ?',
          before.unconfirmedAt,
        );
      });
    },
    [Symbol.dispose]: () => statements.close(),
  };
}

function openFile(file: string): Statements {
  try {
    const statements = openStatements(file);
    // The file contains the key that signs links for subscribers.
    chmodSync(file, 0o600);
    statements.execute('pragma journal_mode = wal');
    statements.execute('pragma synchronous = normal');
    statements.execute('pragma foreign_keys = on');
    migrate(statements);
    return statements;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError('The file of the probe’s history cannot be opened.', error);
  }
}

function migrate(statements: Statements): void {
  const row = statements.first('pragma user_version');
  const version = row === undefined ? 0 : numberOf(row, 'user_version');
  if (version > STEPS.length) {
    throw new StartError('The history of this probe was written by a newer release.');
  }
  for (const [at, step] of STEPS.entries()) {
    if (at < version) continue;
    statements.together(() => {
      statements.execute(step);
      statements.execute(`pragma user_version = ${at + 1}`);
    });
  }
}
