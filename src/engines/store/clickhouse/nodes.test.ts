import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineRefusal, NodeUnreachable, type Connection } from './connection.ts';
import { killQuery, untilAborted } from './cancellation.ts';
import { createNodeTurn, onAnyNode, onEveryNode, type StoreNodes } from './nodes.ts';

const [A, B, C] = ['a', 'b', 'c'].map((name) => ({ name }) as unknown as Connection);
const nodes = { connections: [A, B, C] as unknown as StoreNodes['connections'] };
const describe = ({ code }: { readonly code: number }): Error => new Error(`fault ${code}`);

function nameOf(connection: Connection): string {
  return (connection as unknown as { readonly name: string }).name;
}

test('nodes take turns', () => {
  const turn = createNodeTurn(nodes);

  assert.deepEqual([turn(), turn(), turn(), turn()], [0, 1, 2, 0]);
});

test('work goes to the next node that can be reached', async () => {
  const asked: string[] = [];
  const work = async (connection: Connection): Promise<string> => {
    asked.push(nameOf(connection));
    if (connection !== A) throw new NodeUnreachable(new Error('away'));
    return 'done';
  };

  assert.equal(await onAnyNode(nodes, () => 1, describe, work), 'done');
  assert.deepEqual(asked, ['b', 'c', 'a']);
});

test('without any node the store is away, and the cause is that of the last', async () => {
  const work = (connection: Connection): Promise<never> =>
    Promise.reject(new NodeUnreachable(new Error(nameOf(connection))));

  await assert.rejects(
    onAnyNode(nodes, () => 0, describe, work),
    (error: unknown) => {
      assert.ok(error instanceof Error && 'code' in error && error.cause instanceof Error);
      assert.deepEqual([error.code, error.cause.message], ['STORAGE_UNAVAILABLE', 'c']);
      return true;
    },
  );
});

test('what an engine refuses, or a defect, is not tried elsewhere', async () => {
  let asked = 0;
  const refuse = (error: Error) => (): Promise<never> => {
    asked += 1;
    return Promise.reject(error);
  };

  const refusal = new EngineRefusal({ code: 47, text: '' });
  await assert.rejects(
    onAnyNode(nodes, () => 0, describe, refuse(refusal)),
    /^Error: fault 47$/,
  );
  await assert.rejects(
    onAnyNode(nodes, () => 0, describe, refuse(new Error('defect'))),
    /defect/,
  );
  assert.equal(asked, 2);
});

test('work for every node fails when it fails on one', async () => {
  const names = await onEveryNode(nodes, describe, async (connection) => nameOf(connection));
  assert.deepEqual(names, ['a', 'b', 'c']);

  const work = async (connection: Connection): Promise<void> => {
    if (connection === C) throw new NodeUnreachable(new Error('away'));
  };
  await assert.rejects(onEveryNode(nodes, describe, work), /cannot be reached/);
});

test('a statement is stopped until the engine says so, three times at most', async () => {
  const tries = async (answers: readonly (string | Error)[]): Promise<number> => {
    let asked = 0;
    const connection = {
      read: async ({ text, parameters }: { text: string; parameters: Map<string, string> }) => {
        assert.match(text, /^KILL QUERY WHERE query_id = \{id:String\} ASYNC/);
        assert.deepEqual([...parameters], [['id', 'q']]);
        const answer = answers[asked++];
        if (answer instanceof Error) throw answer;
        return Buffer.from(answer ?? '');
      },
    } as unknown as Connection;
    await killQuery(connection, 'q');
    return asked;
  };

  assert.equal(await tries(['killed']), 1);
  assert.equal(await tries(['', 'killed']), 2);
  assert.equal(await tries([new Error('away'), 'killed']), 2);
  assert.equal(await tries(['', '', '', '']), 3);
});

test('work that nobody waits for any more is stopped, and the reason told', async () => {
  let stops = 0;
  const stop = (): void => void (stops += 1);
  const endless = (): Promise<never> => new Promise(() => {});
  const begin = (controller: AbortController): Promise<never> =>
    untilAborted(controller.signal, endless, stop);

  const first = new AbortController();
  const stopped = begin(first);
  first.abort(new Error('gone'));
  await assert.rejects(stopped, /^Error: gone$/);

  const second = new AbortController();
  const without = begin(second);
  second.abort('no error');
  await assert.rejects(without, { name: 'AbortError', message: 'The query was stopped.' });
  assert.equal(stops, 2);

  await assert.rejects(begin(first), /^Error: gone$/);
  assert.equal(await untilAborted(undefined, async () => 1, stop), 1);
  const third = new AbortController();
  assert.equal(await untilAborted(third.signal, async () => 2, stop), 2);
  third.abort();
  assert.equal(stops, 2);
});
