import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { WindowState } from '../../../engines/counters/counters.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../../spec/units.ts';
import { minutesJson } from '../peers.ts';
import { answerPage, incidentPage, incidentsPage } from '../render/incident-page.ts';
import { render, type Rendered } from '../rendered.ts';
import { createClientAddress } from './client-address.ts';
import { answerOperator, isOperator } from './operator-calls.ts';
import { CACHED, type Headers, sendFile, sendJson, UNCACHED } from './reply.ts';
import type { StatusNeeds } from './status-needs.ts';
import { showForm, takeForm } from './subscribe-forms.ts';

/** The public endpoint of the probe. It serves from memory, so it stays available regardless of the platform. */
export function createStatusServer(needs: StatusNeeds): Server {
  const addressOf = createClientAddress(needs.settings.trustedProxies);
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: LIMITS.status.probeAnswerMsMax,
      requestTimeout: LIMITS.status.probeAnswerMsMax,
      keepAliveTimeout: 5 * SECOND_MS,
    },
    (request, response) => {
      answer(needs, addressOf, request, response).catch((error: unknown) => {
        needs.log.error({ err: error }, 'request to the status page failed');
        if (response.headersSent) response.destroy();
        else sendFailure(needs, request, response);
      });
    },
  );
  server.maxConnections = 1_000;
  return server;
}

async function answer(
  needs: StatusNeeds,
  addressOf: (request: IncomingMessage) => string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(request.url ?? '/', 'http://status.invalid');
  const path = url?.pathname ?? '/';
  const query = url?.searchParams ?? new URLSearchParams();
  if (path === '/health') return sendJson(response, 200, { data: { status: 'alive' } });
  if (path.startsWith('/api/')) {
    return answerApi(needs, addressOf(request), request, response, path);
  }
  const { isAllowed, headers } = await countRequest(needs, `status:${addressOf(request)}`);
  if (request.method === 'POST' && path.startsWith('/subscribe')) {
    const { status, html } = isAllowed
      ? await takeForm(needs, request, path, query)
      : { status: 429, html: answerPage('Too many requests', 'Retry in a minute.') };
    return sendFile(request, response, render('html', html), status, { ...headers, ...UNCACHED });
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const file = render('html', answerPage('Not allowed', 'This page is read-only.'));
    return sendFile(request, response, file, 405, { ...headers, ...UNCACHED, allow: 'GET, HEAD' });
  }
  const { status, file, cache } = findFile(needs, path, query);
  // Offices share an address, so rate-limited clients still get the content.
  if (!isAllowed) return sendFile(request, response, file, 429, { ...headers, ...UNCACHED });
  return sendFile(request, response, file, status, { ...headers, ...cache });
}

/**
 * Wrong tokens are counted apart from readers, who must not shut the operator out. An address that guessed too often
 * waits with any token: otherwise the answer would still tell a right guess from a wrong one.
 */
async function answerApi(
  needs: StatusNeeds,
  address: string,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const key = `status-guess:${address}`;
  const before = await countRequest(needs, key, 'peek');
  if (before.isAllowed && isOperator(request, needs.settings.adminToken)) {
    return answerOperator(needs, request, response, path);
  }
  const { isAllowed, headers } = await countRequest(needs, key);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (!isAllowed) {
    const error = 'Too many calls with a wrong token. Retry in a minute.';
    return sendJson(response, 429, { error, code: 'RATE_LIMITED' });
  }
  const error = 'This endpoint requires the operator token (XPLAIN_PROBE_ADMIN_TOKEN).';
  return sendJson(response, 401, { error, code: 'UNAUTHORIZED' });
}

interface Found {
  readonly status: number;
  readonly file: Rendered;
  readonly cache: Headers;
}

function findFile(needs: StatusNeeds, path: string, query: URLSearchParams): Found {
  const ready = needs.files().get(path);
  if (ready !== undefined) return { status: 200, file: ready, cache: CACHED };
  if (path === '/subscribe/confirm' || path === '/subscribe/leave') {
    const { status, html } = showForm(needs, path, query.get('token') ?? '');
    return { status, file: render('html', html), cache: UNCACHED };
  }
  const made = makeFile(needs, path, query);
  if (made !== undefined) return { status: 200, file: made, cache: CACHED };
  const html = answerPage('Page not found', 'Go to the status page.');
  return { status: 404, file: render('html', html), cache: UNCACHED };
}

function makeFile(needs: StatusNeeds, path: string, query: URLSearchParams): Rendered | undefined {
  if (path === '/minutes.json') {
    return render('json', minutesJson(needs.board, needs.settings.placeName, needs.now()));
  }
  if (path === '/days.json') return render('json', JSON.stringify({ days: needs.history.days() }));
  if (path === '/incidents.html') {
    const given = Number(query.get('page') ?? '1');
    const page = Number.isInteger(given) && given >= 1 && given <= 1_000_000 ? given : 1;
    const count = needs.history.countIncidents();
    return render('html', incidentsPage(needs.board.incidents(page), page, count));
  }
  const id = /^\/incidents\/(inc_\w{1,40})\.html$/.exec(path)?.[1];
  const incident = id === undefined ? undefined : needs.board.incident(id);
  return incident === undefined ? undefined : render('html', incidentPage(incident));
}

async function countRequest(
  { counters, settings }: StatusNeeds,
  key: string,
  how: 'hit' | 'peek' = 'hit',
): Promise<{ readonly isAllowed: boolean; readonly headers: Headers }> {
  const limit = settings.ratePerMinute;
  if (limit === 0) return { isAllowed: true, headers: {} };
  const state: WindowState = await counters[how](key, limit, MINUTE_MS);
  const headers = {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': state.remaining,
    'x-ratelimit-reset': Math.ceil(state.resetAt / 1_000),
    'retry-after': Math.ceil(state.retryAfterMs / 1_000),
  };
  return { isAllowed: state.isAllowed, headers };
}

/** Even a fault of ours does not take the page away. */
function sendFailure(needs: StatusNeeds, request: IncomingMessage, response: ServerResponse): void {
  const page = needs.files().get('/');
  if (page === undefined) response.writeHead(500).end();
  else sendFile(request, response, page, 500, UNCACHED);
}
