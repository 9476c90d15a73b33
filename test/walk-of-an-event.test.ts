/**
 * How many files one event passes on its way from the endpoint to its 202: few enough to be read in an afternoon. What
 * an engine does behind its port is a walk of its own.
 */
import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { test } from 'node:test';
import { startIngest } from './support/ingest/start-ingest.ts';

const FILES_MAX = 40;
const SOURCE = new URL('../src/', import.meta.url).href;

test('an event visits few files until it is answered', async (t) => {
  const endpoints = await startIngest(t);
  const send = async (): Promise<void> => {
    const answer = await fetch(`${endpoints.url}/api/v1/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${endpoints.key}`, 'content-type': 'application/json' },
      body: '{"event": "payment refused", "level": "error", "attributes": {"order": 4711}}',
    });
    assert.equal(answer.status, 202);
    await answer.arrayBuffer();
  };
  // What is known of the organization afterwards is not asked for again.
  for (let time = 0; time < 3; time++) await send();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');

  await send();

  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const files = result
    .filter(({ url, functions }) => url.startsWith(SOURCE) && functions.some(wasCalled))
    .map(({ url }) => url.slice(SOURCE.length));
  const rooms = files.filter((file) => !file.startsWith('engines/'));
  t.diagnostic(`${rooms.length} files of rooms, ${files.length} with the engines`);
  assert.ok(rooms.length > 10, 'the walk was seen');
  assert.ok(rooms.length <= FILES_MAX, rooms.join('\n'));
});

/** The whole of a module counts as a function without a name; it has run once, before. */
function wasCalled({
  ranges,
}: {
  readonly ranges: readonly { readonly count: number }[];
}): boolean {
  return (ranges[0]?.count ?? 0) > 0;
}
