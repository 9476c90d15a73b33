import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../openapi-document.ts';
import { openApiDocument } from '../openapi.ts';
import { showOperation } from './show-operation.ts';

const DOCUMENT = openApiDocument({}, '1');

function show(facts: Partial<Operation>): string {
  const operation: Operation = {
    operationId: 'callIt',
    tags: ['Group'],
    summary: 'Call It',
    security: [],
    responses: {},
    ...facts,
  };
  return showOperation(DOCUMENT, 'POST', '/Calls/{id}', operation).markup.replaceAll(/\s+/g, ' ');
}

/** What a reader sees, without the markup. */
function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('an endpoint is found by all its words', () => {
  const schema = { type: 'string' };
  const parameters = [{ name: 'Limit', in: 'query', required: false, schema }] as const;

  assert.match(show({}), / data-find="post \/calls\/\{id\} call it callit group" /);
  assert.match(
    show({ description: 'More of it.', parameters }),
    / data-find="post \/calls\/\{id\} call it more of it\. callit group limit" /,
  );
});

test('who may call, and how often, stands on badges', () => {
  const badges = (facts: Partial<Operation>): readonly string[] => {
    const [, list = ''] = /<ul class="badges"[^>]*>(.*?)<\/ul>/.exec(show(facts)) ?? [];
    return [...list.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, badge = '']) => badge.trim());
  };
  const security = ['apiKey', 'apiKeyHeader', 'accessToken', 'session', 'operatorToken', 'apiKey'];

  assert.deepEqual(badges({}), ['No credential']);
  assert.deepEqual(badges({ security: security.map((name) => ({ [name]: [] })) }), [
    'API key',
    'X-API-Key',
    'Access token',
    'Session cookie',
    'Operator’s token',
  ]);
  const odd = { security: [{ odd: [] }], 'x-permission': 'logs:read' };
  assert.deepEqual(badges(odd), ['odd', 'logs:read']);
  assert.deepEqual(badges({ deprecated: true, 'x-sunset': '2027-11-15' }), [
    'Deprecated, can be removed from 2027-11-15',
    'No credential',
  ]);
  const rate = { perMinute: 10_000, per: 'organization' };
  assert.deepEqual(badges({ 'x-rate-limit': rate }), [
    'No credential',
    '10,000 a minute per organization',
  ]);
  assert.match(
    show({ security: [{ apiKeyHeader: [] }] }),
    /<li class="badge" title="The same API key in a custom header\.">/,
  );
});

test('parameters stand under the place they are sent in', () => {
  const schema = { type: 'string', description: 'Of the schema.' };
  const facts = textOf(
    show({
      parameters: [
        { name: 'cursor', in: 'query', required: false, schema },
        { name: 'id', in: 'path', required: true, schema, description: 'Its own.' },
        { name: 'x-own', in: 'header', required: false, schema },
      ],
    }),
  );

  assert.ok(
    facts.includes(
      'Path id text required Its own. Query cursor text Of the schema. Headers x-own text Of the schema. Responses',
    ),
    facts,
  );
  assert.doesNotMatch(show({}), /<h4>(Path|Query|Headers|Body)<\/h4>/);
});

test('a body is shown by its fields, and its kinds where there are several', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const facts = (content: NonNullable<Operation['requestBody']>['content']): string =>
    textOf(show({ requestBody: { required: true, content } }));

  assert.match(facts({ 'text/a': { schema } }), / Body a text Responses/);
  assert.match(
    facts({ 'text/a': { schema }, 'text/b': { schema: { type: 'string' } } }),
    / Body text\/a object text\/b text a text Responses/,
  );
});

test('answers are told with their fields, refusals with their codes', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const content = { 'application/json': { schema } };
  const answers = (status: string, description: string, hasContent = true): string => {
    const answer = { description, headers: {}, ...(hasContent ? { content } : {}) };
    const markup = show({ responses: { [status]: answer } });
    const [, shown = ''] = /<div class="answers">(.*?<\/details>)/.exec(markup) ?? [];
    assert.ok(shown.includes(`<span class="status s${status.charAt(0)}">${status}</span>`));
    return textOf(shown);
  };

  assert.equal(answers('200', 'OK'), '200 OK a text');
  assert.equal(answers('204', 'No Content', false), '204 No Content No body.');
  const codes = '`ONE`: When `one`.\n\n`TWO`: When two.';
  assert.equal(answers('400', codes), '400 ONE, TWO ONE : When one . TWO : When two.');
  assert.equal(answers('399', codes), `399 ${codes.replaceAll(/\s+/g, ' ')} a text`);
  assert.equal(answers('503', 'Service Unavailable'), '503 Service Unavailable a text');
});

test('the first answer is shown as an example, where there is one', () => {
  const samples = (responses: Operation['responses']): readonly string[] => {
    const markup = show({ responses });
    const shown = [...markup.matchAll(/<figure class="sample">(.*?)<\/figure>/g)];
    return shown.slice(1).map(([, sample = '']) => textOf(sample));
  };
  const answer = (example?: unknown) => ({
    description: 'OK',
    headers: {},
    content: { 'text/plain': { schema: {}, ...(example === undefined ? {} : { example }) } },
  });

  assert.deepEqual(samples({}), []);
  assert.deepEqual(samples({ 200: answer('plain'), 202: answer('other') }), ['200 OK plain']);
  assert.deepEqual(samples({ 200: answer(5) }), ['200 OK 5']);
  assert.deepEqual(samples({ 200: answer() }), []);
  const nothing = { description: 'No Content', headers: {} };
  assert.deepEqual(samples({ 204: nothing }), ['204 No Content (no body)']);
});
