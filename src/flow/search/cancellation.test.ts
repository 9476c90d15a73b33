/**
 * A client that goes away ends its statements in the store, whichever endpoint it called and however far
 * its request has come, and nobody calls that an error.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import { endlessly, endlessSum } from '../../engines/store/store-tools.suite.ts';
import type { LogStore, QueryOptions } from '../../engines/store/store.ts';
import { listen } from '../../http/listen.ts';
import { createApiKey } from '../../../test/support/guard/credentials.ts';
import { openTestStore } from '../../../test/support/open-test-store.ts';
import { startSearch } from '../../../test/support/start-search.ts';
import { deletionRoutes, exportRoutes, searchRoutes, viewRoutes } from './routes.ts';

const store = await openTestStore();
const STATEMENTS_MAX = 10;

interface Trap {
  /** Which statement of the request is the slow one; counted down. */
  statementsLeft: number;
  /** The slow statement, once it was sent. */
  queryId: string | undefined;
}

/** A real store, in which the statement the trap is set for never ends by itself. */
function slowStore(trap: Trap): LogStore {
  const replaced = <T extends QueryOptions>(options: T | undefined): T | undefined => {
    trap.statementsLeft -= 1;
    if (trap.statementsLeft !== 0) return undefined;
    trap.queryId = randomUUID();
    return { ...options, queryId: trap.queryId, ...endlessly } as T;
  };
  return {
    ...store,
    query: (statement, options) => {
      const slow = replaced(options);
      return slow === undefined ? store.query(statement, options) : store.query(endlessSum, slow);
    },
    stream: (statement, options) => {
      const slow = replaced(options);
      return slow === undefined ? store.stream(statement, options) : store.stream(endlessSum, slow);
    },
    export: (statement, format, options) => {
      const slow = replaced(options);
      return slow === undefined
        ? store.export(statement, format, options)
        : store.export(endlessSum, format, slow);
    },
  };
}

interface Line {
  readonly level: string;
  readonly status: unknown;
}

async function start(t: TestContext) {
  const trap: Trap = { statementsLeft: 0, queryId: undefined };
  const lines: Line[] = [];
  const note = (level: string) => (fields: object) =>
    lines.push({ level, status: 'status' in fields ? fields.status : undefined });
  const log: Log = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  const search = await startSearch(
    t,
    store,
    (app, plain) => {
      const needs = { ...plain, store: slowStore(trap) };
      searchRoutes(app, needs);
      viewRoutes(app, needs);
      exportRoutes(app, needs);
      deletionRoutes(app, needs);
    },
    { log },
  );
  const { id, owner } = await search.access.newOrganization();
  const [event = ''] = await search.write(id, [{ agoMs: 1_000, body: 'found' }]);
  const { value: key } = await createApiKey(search.access.needs, owner.actor, {
    name: 'all',
    scope: 'full-access',
  });
  const port = await listen(search.app, { host: '127.0.0.1', port: 0 });
  return { trap, lines, event, key, origin: `http://127.0.0.1:${port}` };
}

async function isRunning(queryId: string): Promise<boolean> {
  return (await store.running()).includes(queryId);
}

async function until(isTrue: () => Promise<boolean> | boolean): Promise<boolean> {
  for (let i = 0; i < 1_200; i++) {
    if (await isTrue()) return true;
    await sleep(25);
  }
  return false;
}

const SUBSEARCH = encodeURIComponent('[search found | fields level] | stats count by level');

const ENDPOINTS: Readonly<Record<string, { url: string; method?: string; accept?: string }>> = {
  'a search': { url: `/api/v1/search?query=${SUBSEARCH}` },
  'a streamed search': { url: `/api/v1/search?query=${SUBSEARCH}`, accept: 'text/event-stream' },
  'an explanation': { url: '/api/v1/search?query=found&explain=true' },
  'a search for patterns': { url: '/api/v1/search?query=*%7Cpatterns' },
  'a list of events': { url: '/api/v1/logs?query=found' },
  'a histogram': { url: '/api/v1/search/histogram?query=found' },
  'a list of fields': { url: '/api/v1/search/fields?query=found' },
  'a list of patterns': { url: '/api/v1/search/patterns?query=found' },
  'the events around one': { url: '/api/v1/logs/ID/context' },
  'an export': { url: '/api/v1/logs/export?query=found&format=csv' },
  'the count of a deletion': { url: '/api/v1/logs?query=found&dryRun=true', method: 'DELETE' },
};

for (const [name, { url, method = 'GET', accept = '*/*' }] of Object.entries(ENDPOINTS)) {
  test(`${name} ends in the store when its client goes away`, async (t) => {
    const { trap, lines, event, key, origin } = await start(t);
    const headers = { authorization: `Bearer ${key}`, accept };
    let stopped = 0;
    for (let statement = 1; statement <= STATEMENTS_MAX; statement++) {
      Object.assign(trap, { statementsLeft: statement, queryId: undefined });
      const leaving = new AbortController();
      const asked = fetch(origin + url.replace('ID', event), {
        method,
        headers,
        signal: leaving.signal,
      }).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        () => undefined,
      );
      const done = asked.then(() => true);
      await Promise.race([done, until(() => trap.queryId !== undefined)]);
      const { queryId } = trap;
      if (queryId === undefined) {
        const answer = await asked;
        assert.equal(answer?.status, 200, answer?.text);
        break;
      }
      assert.ok(await until(() => isRunning(queryId)), `statement ${statement} runs`);
      const seen = lines.length;
      leaving.abort();
      await asked.catch(() => undefined);
      assert.ok(
        await until(async () => !(await isRunning(queryId))),
        `statement ${statement} ends`,
      );
      assert.ok(await until(() => lines.slice(seen).some(({ status }) => status !== undefined)));
      stopped += 1;
    }
    assert.ok(stopped > 0, 'at least one statement was stopped');
    assert.deepEqual(
      lines.filter(({ level }) => level !== 'info'),
      [],
    );
    const statuses = lines.flatMap(({ status }) => (status === undefined ? [] : [status]));
    assert.deepEqual(statuses, [...Array.from({ length: stopped }, () => 499), 200]);
  });
}
