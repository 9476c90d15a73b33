import type { Steps } from '../../base/steps.ts';
import type { OpenApi, Operation } from '../openapi-document.ts';
import { html, type Html } from './html.ts';
import { CHAPTERS, showGuide } from './show-guide.ts';
import { showOperation } from './show-operation.ts';

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The logo of the web app, also where an installation goes without one. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b7285"/><path d="M7 10h12M7 16h18M7 22h8" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><circle cx="22" cy="22" r="3.4" fill="none" stroke="#ffd43b" stroke-width="2.2"/></svg>';
const ICON = `data:image/svg+xml,${encodeURIComponent(LOGO)}`;

/** The API reference as a page that reads well without any script. One endpoint a step. */
export function* docsPageSteps(document: OpenApi, bodyBytesMax: number): Steps<string> {
  const groups = document.tags.map((tag) => ({ tag, entries: entriesOf(document, tag.name) }));
  const sections: Html[] = [];
  for (const { tag, entries } of groups) {
    const operations: Html[] = [];
    for (const { method, path, operation } of entries) {
      operations.push(showOperation(document, method, path, operation));
      yield;
    }
    sections.push(
      html`<section class="group" id="${slug(tag.name)}">
        <h2>${tag.name}</h2>
        <p class="lead">${tag.description}</p>
        ${operations}
      </section>`,
    );
  }
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Xplain API</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="/docs/docs.css" />
        <script type="module" src="/docs/docs.js"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to main content</a>
        <aside class="sidebar">${showSidebar(document, groups)}</aside>
        <main id="main">
          <header class="hero">
            <h1>Xplain API</h1>
            <p class="lead">Send, search and evaluate logs. The web app uses the same API.</p>
            <p class="links">
              <span class="version">version ${document.info.version}</span>
              <a href="/openapi.json">OpenAPI document</a>
            </p>
          </header>
          ${showGuide(document, bodyBytesMax)} ${sections}
          <p class="nothing" hidden>
            No endpoints match. <button type="button">Clear search</button>
          </p>
        </main>
      </body>
    </html>`;
  return page.markup;
}

function showSidebar(
  { info }: OpenApi,
  groups: readonly {
    readonly tag: { readonly name: string };
    readonly entries: readonly Entry[];
  }[],
): Html {
  const chapters = CHAPTERS.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  const lists = groups.map(
    ({ tag, entries }) =>
      html`<section>
        <h2><a href="#${slug(tag.name)}">${tag.name}</a></h2>
        <ul>
          ${entries.map(
            ({ method, operation }) =>
              html`<li>
                <a href="#${operation.operationId}"
                  ><span class="method ${method.toLowerCase()}">${method}</span>
                  <span>${operation.summary}</span></a
                >
              </li>`,
          )}
        </ul>
      </section>`,
  );
  return html`<div class="brand">
      <a href="#main"><img class="mark" src="${ICON}" alt="" /> ${info.title} <small>API</small></a>
    </div>
    <form class="search" role="search" hidden>
      <input
        type="search"
        placeholder="Search endpoints"
        aria-label="Search endpoints"
        autocomplete="off"
        spellcheck="false"
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
    <nav aria-label="Contents">
      <section class="guide">
        <h2>Guide</h2>
        <ul>
          ${chapters}
        </ul>
      </section>
      ${lists}
    </nav>`;
}

function entriesOf(document: OpenApi, tag: string): Entry[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation.tags[0] === tag)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function slug(name: string): string {
  return `group-${name.toLowerCase().replace(/\W+/g, '-')}`;
}
