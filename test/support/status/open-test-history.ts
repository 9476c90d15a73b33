import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { History } from '../../../src/engines/history/history.ts';
import { openSqliteHistory } from '../../../src/engines/history/sqlite/open-sqlite-history.ts';
import { removeFolder } from '../remove-folder.ts';

/** The history of a probe in a folder of its own, closed and removed after the test. */
export function openTestHistory(t: TestContext): History {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-history-'));
  const history = openSqliteHistory(join(folder, 'history.sqlite'));
  t.after(() => {
    history[Symbol.dispose]();
    removeFolder(folder);
  });
  return history;
}
