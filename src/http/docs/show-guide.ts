import { ERROR_CODES } from '../../spec/codes.ts';
import { LIMITS } from '../../spec/limits.ts';
import { RATES } from '../../spec/rates.ts';
import { MB } from '../../spec/units.ts';
import type { OpenApi } from '../openapi-document.ts';
import { html, inline, prose, type Html } from './html.ts';
import { showSample } from './show-operation.ts';

/** The chapters in front of the endpoints. */
export const CHAPTERS = [
  { id: 'start', title: 'First steps' },
  { id: 'authentication', title: 'Authentication' },
  { id: 'conventions', title: 'Conventions' },
  { id: 'errors', title: 'Errors' },
  { id: 'limits', title: 'Limits' },
] as const;

export function showGuide(document: OpenApi, bodyBytesMax: number): Html {
  return html`${showStart()}${showAuthentication(document)}${showConventions(document)}${showErrors()}${showLimits(bodyBytesMax)}`;
}

const KEY_EXAMPLE = [
  'curl -c session "$XPLAIN_URL/api/auth/sign-in/email" \\',
  '  -H "Content-Type: application/json" \\',
  `  -d '{"email": "you@example.com", "password": "…"}'`,
  '',
  'curl -b session "$XPLAIN_URL/api/v1/api-keys" \\',
  '  -H "Content-Type: application/json" \\',
  `  -d '{"name": "first key", "scope": "full-access"}'`,
  '',
  'export XPLAIN_KEY=xp_live_…',
].join('\n');

const SEND_EXAMPLE = [
  'curl "$XPLAIN_URL/api/v1/logs" \\',
  '  -H "Authorization: Bearer $XPLAIN_KEY" \\',
  '  -H "Content-Type: application/json" \\',
  `  -d '{"event": "checkout failed", "level": "error",`,
  `       "source": "shop", "attributes": {"order": "4711"}}'`,
].join('\n');

const SEARCH_EXAMPLE = [
  'curl -G "$XPLAIN_URL/api/v1/search" \\',
  '  -H "Authorization: Bearer $XPLAIN_KEY" \\',
  `  --data-urlencode 'query=index=main level=error | stats count by source' \\`,
  '  -d earliest=-1h',
].join('\n');

function showStart(): Html {
  return html`<section class="chapter" id="start">
    <h2>First steps</h2>
    <ol class="steps">
      <li>
        <div>
          <h3>Get a key</h3>
          <p>
            Sign in and create an API key; its value is shown once. Choose
            <code>full-access</code> to follow along; a program that only sends logs gets
            <code>ingest-only</code>. The first user is the one the operator named in
            <code>XPLAIN_ADMIN_EMAIL</code> and <code>XPLAIN_ADMIN_PASSWORD</code>; other users sign
            up or are invited.
          </p>
        </div>
        ${showSample('Sign in and create a key', html`<code data-curl>${KEY_EXAMPLE}</code>`)}
      </li>
      <li>
        <div>
          <h3>Send an event</h3>
          <p>Or an array of events. The response is 202 once the events are on disk.</p>
        </div>
        ${showSample('Send', html`<code data-curl>${SEND_EXAMPLE}</code>`)}
      </li>
      <li>
        <div>
          <h3>Search for it</h3>
          <p>Events are usually searchable within ${LIMITS.ingest.queryableMs / 1_000} seconds.</p>
        </div>
        ${showSample('Search', html`<code data-curl>${SEARCH_EXAMPLE}</code>`)}
      </li>
    </ol>
  </section>`;
}

function showAuthentication(document: OpenApi): Html {
  const names = {
    apiKey: 'API key',
    apiKeyHeader: 'API key, custom header',
    accessToken: 'Personal access token',
    session: 'Web session',
    operatorToken: 'Operator’s token',
  } as const;
  const schemes = document.components.securitySchemes;
  const rows = (Object.keys(names) as (keyof typeof names)[]).map((name) => {
    const { description } = schemes[name];
    return html`<tr>
      <th scope="row">${names[name]}</th>
      <td>${inline(description)}</td>
    </tr>`;
  });
  return html`<section class="chapter" id="authentication">
    <h2>Authentication</h2>
    <p>
      A key or token belongs to one organization and can't access any other. Keys have a scope
      (<code>ingest-only</code>, <code>read-only</code> or <code>full-access</code>), tokens act for
      a person and are limited to their scopes. Each endpoint below lists the credentials it
      accepts.
    </p>
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}

function showConventions(document: OpenApi): Html {
  return html`<section class="chapter" id="conventions">
    <h2>Conventions</h2>
    ${prose(document.info.description)}
  </section>`;
}

function showErrors(): Html {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, when }]) =>
      html`<tr>
        <td><span class="status s${String(status).slice(0, 1)}">${status}</span></td>
        <th scope="row"><code>${code}</code></th>
        <td>${inline(when)}</td>
      </tr>`,
  );
  return html`<section class="chapter" id="errors">
    <h2>Errors</h2>
    <p>
      Match on <code>code</code>; the text can change. If a retry helps,
      <code>Retry-After</code> has the delay in seconds.
    </p>
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}

function showLimits(bodyBytesMax: number): Html {
  const rows = Object.values(RATES).map(
    ({ covers, perMinute, scope }) =>
      html`<tr>
        <th scope="row">${covers}</th>
        <td>${perMinute.toLocaleString('en-US')} a minute</td>
        <td>per ${scope}</td>
      </tr>`,
  );
  return html`<section class="chapter" id="limits">
    <h2>Limits</h2>
    <p>
      A body has at most ${bodyBytesMax / MB} MB, counted after decompression. Rates count over a
      rolling minute; <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and
      <code>X-RateLimit-Reset</code> show your usage. These are the defaults of an installation.
    </p>
    <table class="wide">
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`;
}
