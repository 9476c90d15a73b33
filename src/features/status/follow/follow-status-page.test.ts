import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fakeClock } from '../../../../test/support/fake-clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Outbound, OutboundAnswer } from '../../../engines/outbound/outbound.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { APP_STATUS, STATUS_STATES } from '../../../spec/status.ts';
import { followStatusPage } from './follow-status-page.ts';

const URL_OF_PAGE = 'https://status.example.com/';

/** The page answers as it is told; each look happens when the test says so. */
function start(t: TestContext, first: () => Promise<Partial<OutboundAnswer>>) {
  const clock = fakeClock();
  const asked: string[] = [];
  const lines: string[] = [];
  let answer = first;
  let wake = (): void => {};
  let waitedMs = 0;
  const outbound: Outbound = {
    check: () => {},
    send: async ({ url, totalMsMax }) => {
      asked.push(`${url} within ${totalMsMax} ms`);
      const reported = await answer();
      return { status: 200, headers: {}, body: Buffer.alloc(0), ...reported };
    },
  };
  const note = (_fields: object, message: string) => void lines.push(message);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const statusPage = { url: URL_OF_PAGE, outbound };
  const followed = followStatusPage({ statusPage, clock, log }, (ms, signal) => {
    waitedMs = ms;
    return new Promise((resolve) => {
      wake = resolve;
      signal.addEventListener('abort', () => resolve());
      if (signal.aborted) resolve();
    });
  });
  t.after(() => followed[Symbol.asyncDispose]());
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    clock,
    asked,
    lines,
    followed,
    settle,
    waitedMs: () => waitedMs,
    look: async (next: () => Promise<Partial<OutboundAnswer>>): Promise<string> => {
      await settle();
      answer = next;
      clock.advance(LIMITS.status.readEveryMs);
      wake();
      await settle();
      return followed.current().state;
    },
  };
}

function page(state: unknown, madeAt: number, status = 200) {
  const text = JSON.stringify({ state, madeAt: new Date(madeAt).toISOString() });
  return async () => ({ status, body: Buffer.from(text) });
}

test('each state of the page is told, and one without data is unknown', async (t) => {
  const { clock, look, asked, followed, settle, waitedMs } = start(t, async () => ({
    status: 500,
  }));
  assert.deepEqual(followed.current(), { state: 'unknown', readAt: null });
  await settle();
  assert.equal(followed.current().state, 'unknown');
  assert.equal(waitedMs(), LIMITS.status.readAgainMs, 'a page that starts later is soon read');

  for (const state of Object.keys(STATUS_STATES)) {
    const seen = await look(page(state, clock.now()));
    assert.equal(seen, state === 'no_data' ? 'unknown' : state);
    assert.ok((APP_STATUS as readonly string[]).includes(seen));
  }

  assert.equal(followed.current().readAt, clock.now());
  assert.equal(await look(page('outage', clock.now(), 429)), 'outage', 'the same page, too often');
  assert.equal(asked[0], `${URL_OF_PAGE}status.json within ${LIMITS.status.readMsMax} ms`);
  assert.equal(waitedMs(), LIMITS.status.readEveryMs);
});

test('a page that cannot be read, is none, or is old says nothing, never that all is well', async (t) => {
  const { clock, look, followed, lines } = start(t, async () => ({ status: 404 }));
  const good = () => page('operational', clock.now() + LIMITS.status.readEveryMs);
  const broken: Record<string, () => Promise<Partial<OutboundAnswer>>> = {
    gone: async () => Promise.reject(new Error("Can't connect.")),
    'not found': page('operational', clock.now(), 404),
    'another page': async () => ({ body: Buffer.from('<html>operational</html>') }),
    'another shape': async () => ({ body: Buffer.from('"operational"') }),
    'no time': async () => ({ body: Buffer.from('{"state":"operational"}') }),
  };
  for (const [name, answer] of Object.entries(broken)) {
    assert.equal(await look(good()), 'operational');
    assert.equal(await look(answer), 'unknown', name);
  }

  assert.equal(await look(good()), 'operational');
  clock.advance(LIMITS.status.readAgeMsMax);
  assert.equal(followed.current().state, 'operational');
  clock.advance(1);
  assert.equal(followed.current().state, 'unknown', 'what was read is too old');
  const made = clock.now() - LIMITS.status.readAgeMsMax;
  assert.equal(await look(page('operational', made)), 'unknown', 'an old copy');
  assert.deepEqual(lines.slice(0, 4), [
    'status page not read',
    'status page read again',
    'status page not read',
    'status page read again',
  ]);
});

test('an outage of the page is one line when it begins and one when it ends', async (t) => {
  const { clock, look, lines } = start(t, async () => ({ status: 500 }));
  for (let minute = 0; minute < 5; minute += 1) await look(async () => ({ status: 500 }));
  await look(page('operational', clock.now()));
  await look(page('operational', clock.now()));

  assert.deepEqual(lines, ['status page not read', 'status page read again']);
});

test('the uptime of the page is followed, with its window, as long as it is fresh', async (t) => {
  const telling =
    (clockNow: number, overall: unknown, more: object = {}) =>
    async () => ({
      body: Buffer.from(
        JSON.stringify({
          madeAt: new Date(clockNow).toISOString(),
          state: 'operational',
          window: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-31T00:00:00.000Z' },
          overall,
          ...more,
        }),
      ),
    });
  const started = start(t, async () => ({ status: 500 }));
  const { clock, followed, look } = started;
  const next = (): number => clock.now() + LIMITS.status.readEveryMs;

  await look(telling(next(), { uptime: 0.9995, coverage: 0.5 }));
  assert.deepEqual(followed.uptime(), {
    value: 0.9995,
    coverage: 0.5,
    minutes: LIMITS.status.uptimeMinutes / 2,
    from: Date.UTC(2026, 0, 1),
    to: Date.UTC(2026, 0, 31),
    isDemo: false,
  });
  await look(telling(next(), { uptime: null, coverage: 0.1 }, { demo: { isDemo: true } }));
  assert.deepEqual([followed.uptime()?.value, followed.uptime()?.isDemo], [null, true]);
  for (const odd of [undefined, {}, { uptime: 2, coverage: 1 }, { uptime: 1, coverage: 'all' }]) {
    assert.equal(await look(telling(next(), odd)), 'operational');
    assert.equal(followed.uptime(), undefined, JSON.stringify(odd));
  }
  await look(telling(next(), { uptime: 1, coverage: 1 }));
  assert.equal(followed.uptime()?.value, 1);
  clock.advance(LIMITS.status.readAgeMsMax + 1);
  assert.equal(followed.uptime(), undefined);
});
