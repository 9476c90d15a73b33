import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test, type TestContext } from 'node:test';
import { runCli } from '../run-cli.ts';

const KEY = 'xp_live_secret';

interface Seen {
  readonly call: string;
  readonly authorization: string | undefined;
}

/** A server that answers by path, and the command line beside it. */
async function scene(
  t: TestContext,
  answers: (call: string) => { status?: number; body: unknown },
) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    seen.push({ call, authorization: request.headers.authorization });
    const { status = 200, body } = answers(call);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const url = `http://127.0.0.1:${address.port}`;
  const run = async (args: readonly string[], environment: Record<string, string> = {}) => {
    const printed: string[] = [];
    const complained: string[] = [];
    const code = await runCli(
      {
        print: (line) => void printed.push(line),
        complain: (line) => void complained.push(line),
        environment: { XPLAIN_URL: url, XPLAIN_API_KEY: KEY, ...environment },
      },
      ['alerts', ...args],
    );
    return { code, printed: printed.join('\n'), complained: complained.join('\n') };
  };
  return { run, seen };
}

function incident(number: number, more: object = {}) {
  return {
    id: `inc_${number}`,
    ruleName: 'Host silent',
    severity: 'warning',
    status: 'firing',
    firedAt: '2026-11-15T10:12:23.000Z',
    value: 0,
    acknowledgedBy: null,
    group: { host: `web-${number}` },
    ...more,
  };
}

test('what fires is listed as a table', async (t) => {
  const { run, seen } = await scene(t, () => ({
    body: {
      data: [
        incident(7),
        incident(12, { group: null, value: null, acknowledgedBy: 'ada@example.com' }),
      ],
      nextCursor: null,
    },
  }));

  const { code, printed } = await run(['list']);
  const judged = await run(['list', '--exit-code']);

  assert.equal(code, 0);
  assert.equal(
    printed,
    [
      'ID      SEVERITY  STATUS  FIRED AT                  VALUE  ACKNOWLEDGED BY  RULE',
      'inc_7   warning   firing  2026-11-15T10:12:23.000Z  0      -                Host silent (host=web-7)',
      'inc_12  warning   firing  2026-11-15T10:12:23.000Z  -      ada@example.com  Host silent',
    ].join('\n'),
  );
  assert.equal(judged.code, 1);
  assert.deepEqual(seen[0], {
    call: 'GET /api/v1/alerts?status=firing&limit=50',
    authorization: `Bearer ${KEY}`,
  });
});

test('an empty list says so, and is well', async (t) => {
  const { run } = await scene(t, () => ({ body: { data: [], nextCursor: null } }));

  const firing = await run(['list', '--exit-code']);
  const all = await run(['list', '--status', 'all']);

  assert.deepEqual([firing.code, firing.printed], [0, 'No firing incidents.']);
  assert.deepEqual([all.code, all.printed], [0, 'No incidents found.']);
});

test('a list goes over pages up to its limit, and says that there is more', async (t) => {
  const { run, seen } = await scene(t, (call) => {
    const { searchParams } = new URL(call.slice(4), 'http://x');
    const count = Number(searchParams.get('limit'));
    const data = Array.from({ length: count }, (_, at) => incident(at));
    return { body: { data, nextCursor: 'next+page' } };
  });

  const filters = '--status resolved --severity critical --rule alr_1'.split(' ');
  const { code, printed, complained } = await run(['list', ...filters, '--limit', '250', '--json']);

  assert.equal(code, 0);
  assert.equal((JSON.parse(printed) as { data: unknown[] }).data.length, 250);
  assert.match(complained, /first 250 incidents/);
  const filter = 'status=resolved&severity=critical&ruleId=alr_1';
  assert.deepEqual(
    seen.map(({ call }) => call),
    [
      `GET /api/v1/alerts?${filter}&limit=200`,
      `GET /api/v1/alerts?${filter}&limit=50&cursor=next%2Bpage`,
    ],
  );
});

test('incidents are acknowledged, and one that cannot be leaves the others', async (t) => {
  const { run, seen } = await scene(t, (call) =>
    call.includes('inc_2')
      ? { status: 404, body: { error: 'No such incident.', code: 'NOT_FOUND' } }
      : { body: { data: incident(1) } },
  );

  const one = await run(['ack', 'inc_1']);
  const both = await run(['ack', 'inc_2', 'inc_1']);
  const json = await run(['ack', 'inc_1', '--json']);

  assert.deepEqual([one.code, one.printed], [0, 'Acknowledged inc_1: Host silent (host=web-1)']);
  assert.equal(both.code, 1);
  assert.match(both.printed, /^Acknowledged inc_1/);
  assert.match(both.complained, /inc_2: No such incident\. \(NOT_FOUND\)/);
  assert.deepEqual((JSON.parse(json.printed) as { data: unknown[] }).data, [incident(1)]);
  assert.equal(seen[0]?.call, 'POST /api/v1/alerts/inc_1/acknowledge');
});

test('only a refusal of the server ends with 1', async (t) => {
  const { run } = await scene(t, (call) => {
    const status = Number(/inc_(\d+)/.exec(call)?.[1]);
    return { status, body: { error: 'No.', code: 'SOME_CODE' } };
  });
  const codeOf = async (args: readonly string[], environment?: Record<string, string>) =>
    (await run(['ack', ...args], environment)).code;

  for (const status of [403, 404, 409]) assert.equal(await codeOf([`inc_${status}`]), 1);
  for (const status of [400, 401, 429, 500, 503]) assert.equal(await codeOf([`inc_${status}`]), 2);
  assert.equal(await codeOf(['inc_401', 'inc_404']), 2);
  assert.equal(await codeOf(['inc_404', 'inc_401']), 2);
  assert.equal(await codeOf(['inc_1', '--url', 'http://127.0.0.1:1']), 2);
  assert.equal(await codeOf(['inc_404'], { XPLAIN_API_KEY: '' }), 2);
  assert.equal(await codeOf([]), 2);
});

test('an id is one part of the path, whatever it holds', async (t) => {
  const { run, seen } = await scene(t, () => ({ body: { data: incident(1) } }));

  await run(['ack', '../members?x']);

  assert.equal(seen[0]?.call, 'POST /api/v1/alerts/..%2Fmembers%3Fx/acknowledge');
});

test('what cannot be told ends with 2', async (t) => {
  const { run } = await scene(t, () => ({
    status: 401,
    body: { error: 'The API key is not known.', code: 'API_KEY_INVALID' },
  }));

  const refused = await run(['list']);
  const noKey = await run(['list'], { XPLAIN_API_KEY: '' });
  const nobody = await run(['list', '--url', 'http://127.0.0.1:1']);

  assert.deepEqual([refused.code, noKey.code, nobody.code], [2, 2, 2]);
  assert.match(refused.complained, /API_KEY_INVALID/);
  assert.match(noKey.complained, /XPLAIN_API_KEY is not set/);
  assert.match(nobody.complained, /can't reach/);
  for (const { complained } of [refused, nobody]) assert.ok(!complained.includes(KEY));
});

test('what cannot be understood is a wrong use', async (t) => {
  const { run, seen } = await scene(t, () => ({ body: {} }));
  const wrong = [
    [[], 'requires a subcommand'],
    [['list', 'inc_1'], 'requires a subcommand'],
    [['ack'], 'requires a subcommand'],
    [['acknowledge', 'inc_1'], 'requires a subcommand'],
    [['list', '--status', 'open'], '--status must be one of: firing, resolved, all'],
    [['list', '--severity', 'fatal'], '--severity must be one of'],
    [['list', '--limit', '0'], '--limit must be between 1 and 1000'],
    [['list', '--limit', '1001'], '--limit must be between'],
  ] as const;

  for (const [args, message] of wrong) {
    const { code, complained } = await run(args);
    assert.equal(code, 2, args.join(' '));
    assert.ok(complained.includes(message), complained);
  }
  assert.deepEqual(seen, []);
});

test('what comes over the network does not steer the terminal', async (t) => {
  const { run } = await scene(t, () => ({
    body: { data: [incident(1, { ruleName: '\u001b[2Jgone', group: { host: 'a\nb' } })] },
  }));

  const { printed } = await run(['list']);

  assert.ok(!printed.includes('\u001b'));
  assert.equal(printed.split('\n').length, 2);
});
