import {
  answerOf,
  type Answer,
  type OpenApi,
  type Operation,
  type Parameter,
} from '../openapi-document.ts';
import { curlExample } from './curl-example.ts';
import { html, inline, prose, type Html } from './html.ts';
import { showJson } from './show-json.ts';
import { showField, showFields, kindOf, type NamedSchemas } from './show-schema.ts';

/** One endpoint: what it does and takes on the left, a call and its answer on the right. */
export function showOperation(
  document: OpenApi,
  method: string,
  path: string,
  operation: Operation,
): Html {
  const named = document.components.schemas;
  return html`<article
    class="operation"
    id="${operation.operationId}"
    data-find="${wordsOf(method, path, operation)}"
  >
    <header>
      <h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
      <p class="route">
        <span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>
      </p>
    </header>
    <div class="columns">
      <div class="facts">
        ${operation.description === undefined ? undefined : prose(operation.description)}
        ${showAccess(document, operation)} ${showParameters('Path', 'path', operation, named)}
        ${showParameters('Query', 'query', operation, named)}
        ${showParameters('Headers', 'header', operation, named)} ${showBody(operation, named)}
        ${showAnswers(operation, document)}
      </div>
      <div class="samples">
        ${showSample('Request', html`<code data-curl>${curlExample(method, path, operation)}</code>`)}
        ${showExampleAnswer(operation, document)}
      </div>
    </div>
  </article>`;
}

export function showSample(title: string, code: Html): Html {
  return html`<figure class="sample">
    <figcaption>${title}</figcaption>
    <pre tabindex="0">${code}</pre>
  </figure>`;
}

function wordsOf(method: string, path: string, operation: Operation): string {
  const { summary, description = '', operationId, tags } = operation;
  const names = (operation.parameters ?? []).map(({ name }) => name);
  const words = [method, path, summary, description, operationId, ...tags, ...names];
  return words.join(' ').toLowerCase();
}

function showAccess(document: OpenApi, operation: Operation): Html {
  const { 'x-permission': permission, 'x-rate-limit': rate, security } = operation;
  const { 'x-sunset': sunset } = operation;
  const schemes = [...new Set(security.flatMap((one) => Object.keys(one)))];
  const known: Readonly<Record<string, { description: string }>> =
    document.components.securitySchemes;
  const badges = [
    sunset === undefined
      ? undefined
      : html`<li class="badge deprecated">Deprecated, can be removed from ${sunset}</li>`,
    security.length === 0 ? html`<li class="badge open">No credential</li>` : undefined,
    ...schemes.map((name) => {
      return html`<li class="badge" title="${known[name]?.description}">
        ${SCHEME_NAMES[name] ?? name}
      </li>`;
    }),
    permission === undefined
      ? undefined
      : html`<li class="badge permission" title="Permission the role or scope must include">
          ${permission}
        </li>`,
    rate === undefined
      ? undefined
      : html`<li class="badge rate">
          ${rate.perMinute.toLocaleString('en-US')} a minute per ${rate.per}
        </li>`,
  ];
  return html`<ul class="badges" aria-label="Access">
    ${badges.map((badge) => badge ?? '')}
  </ul>`;
}

const SCHEME_NAMES: Readonly<Record<string, string>> = {
  apiKey: 'API key',
  apiKeyHeader: 'X-API-Key',
  accessToken: 'Access token',
  session: 'Session cookie',
  operatorToken: 'Operator’s token',
};

function showParameters(
  title: string,
  place: Parameter['in'],
  operation: Operation,
  named: NamedSchemas,
): Html | undefined {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === place);
  if (parameters.length === 0) return undefined;
  const items = parameters.map(({ name, schema, required, description }) => {
    const described = description === undefined ? schema : { ...schema, description };
    return showField(name, described, required, named);
  });
  return html`<h4>${title}</h4>
    <ul class="fields">
      ${items}
    </ul>`;
}

function showBody(operation: Operation, named: NamedSchemas): Html | undefined {
  const content = Object.entries(operation.requestBody?.content ?? {});
  const [first] = content;
  if (first === undefined) return undefined;
  const types = content.map(([type, { schema }]) => {
    return html`<li><code>${type}</code> <span class="kind">${kindOf(schema, named)}</span></li>`;
  });
  return html`<h4>Body</h4>
    ${
      content.length === 1
        ? undefined
        : html`<ul class="types">
            ${types}
          </ul>`
    }
    ${showFields(first[1].schema, named)}`;
}

function showAnswers(operation: Operation, document: OpenApi): Html {
  const answers = Object.entries(operation.responses).map(([status, answer]) =>
    showAnswer(status, answerOf(document, answer), document.components.schemas),
  );
  return html`<h4>Responses</h4>
    <div class="answers">${answers}</div>`;
}

function showAnswer(status: string, answer: Answer, named: NamedSchemas): Html {
  const isError = Number(status) >= 400 && answer.description.includes('`');
  const [content] = Object.values(answer.content ?? {});
  const inner = isError
    ? answer.description.split('\n\n').map((line) => html`<p>${inline(line)}</p>`)
    : content && showFields(content.schema, named);
  const title = isError
    ? [...answer.description.matchAll(/`(\w+)`:/g)].map(([, code]) => code).join(', ')
    : answer.description;
  return html`<details>
    <summary><span class="status s${status.slice(0, 1)}">${status}</span> ${title}</summary>
    <div class="inner">${inner ?? html`<p>No body.</p>`}</div>
  </details>`;
}

function showExampleAnswer(operation: Operation, document: OpenApi): Html | undefined {
  const [first] = Object.entries(operation.responses);
  if (first === undefined) return undefined;
  const [status, part] = first;
  const answer = answerOf(document, part);
  const [content] = Object.values(answer.content ?? {});
  if (content?.example === undefined) {
    return answer.content === undefined
      ? showSample(`${status} ${answer.description}`, html`<code>(no body)</code>`)
      : undefined;
  }
  const { example } = content;
  const code = typeof example === 'string' ? html`${example}` : showJson(example);
  return showSample(`${status} ${answer.description}`, html`<code>${code}</code>`);
}
