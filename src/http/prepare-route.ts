import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../base/errors.ts';
import { isObject } from '../base/is-object.ts';
import type { EndpointConfig } from '../contract/endpoint.ts';
import type { Limits } from '../spec/limits.ts';
import { bodyKindOf, type BodyKind } from './body-parser.ts';
import { defaultsOf, queryCoercion } from './coerce-query.ts';
import { deprecationHeaders } from './deprecation-headers.ts';
import type { Exchanges } from './exchanges.ts';
import { gateFor, type Gate, type GateNeeds } from './gate.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import type { SecurityHeaders } from './security-headers.ts';

export interface RouteNeeds extends GateNeeds {
  readonly headers: SecurityHeaders;
  readonly exchanges: Exchanges;
  readonly closing: AbortSignal;
  readonly limits: Limits['http'];
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/**
 * Runs once per route. Everything known in advance is computed here, so that a request only runs the prepared hooks; an
 * invalid endpoint prevents startup.
 */
export function routePreparation(needs: RouteNeeds): (route: RouteOptions) => void {
  return (route) => {
    const name = `${String(route.method)} ${route.url}`;
    const config = statedConfig(name, route.config);
    const gate = gateFor(needs, name, config);
    const body = schemaPart(route, 'body');
    if (body !== undefined) refuseLaxObjects(body, `${name}: body`);

    const bodyKind = bodyKindFor(needs, name, config, body);
    const headers = {
      ...needs.headers[config.answer ?? 'api'],
      ...deprecationHeaders(name, config.deprecated),
    };
    route.onRequest = before(entrance(needs, route.url, bodyKind, headers, gate), route.onRequest);
    const preparation = inputPreparation(schemaPart(route, 'querystring'), body);
    if (preparation !== undefined) route.preValidation = before(preparation, route.preValidation);
  };
}

/** Refuses to mount an endpoint whose schema contradicts its body configuration. */
function bodyKindFor(
  { limits }: RouteNeeds,
  name: string,
  config: EndpointConfig,
  schema: JsonSchema | undefined,
): BodyKind {
  const kind = bodyKindOf(config.body, limits);
  // One that reads its bytes itself may yet describe them.
  if (kind.takes !== 'raw' && (kind.takes === 'json') !== (schema !== undefined)) {
    throw new Error(`${name} says ${config.body} of its body, but its schema does not`);
  }
  return kind;
}

function entrance(
  needs: RouteNeeds,
  url: string,
  bodyKind: BodyKind,
  headers: Readonly<Record<string, string>>,
  gate: Gate | undefined,
): Hook {
  const { exchanges, closing } = needs;
  return (request, reply, done) => {
    exchanges.begin(request, reply, url);
    reply.headers(headers).header('x-request-id', request.id);
    request.bodyKind = bodyKind;
    const { raw } = request;
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') return done(hostMissing());
    if (closing.aborted) return done(shuttingDown());
    if (gate === undefined) return done();
    let passed: void | Promise<void>;
    try {
      passed = gate(request, reply);
    } catch (error) {
      return done(asError(error));
    }
    if (passed instanceof Promise) void goOn(passed, done);
    else done();
  };
}

async function goOn(passed: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await passed;
  } catch (error) {
    return done(asError(error));
  }
  return done();
}

function inputPreparation(
  query: JsonSchema | undefined,
  body: JsonSchema | undefined,
): Hook | undefined {
  const coerce = query === undefined ? undefined : queryCoercion(query);
  const fillQuery = query === undefined ? undefined : defaultsOf(query);
  const fillBody = body === undefined ? undefined : defaultsOf(body);
  if (coerce === undefined && fillQuery === undefined && fillBody === undefined) return undefined;
  return (request, _reply, done) => {
    if (isFillable(request.query)) {
      coerce?.(request.query);
      fillQuery?.(request.query);
    }
    if (isFillable(request.body)) fillBody?.(request.body);
    done();
  };
}

function isFillable(value: unknown): value is Record<string, unknown> {
  return isObject(value);
}

/** An object schema that does not define the handling of unknown fields would accept typos. */
function refuseLaxObjects(schema: JsonSchema, where: string): void {
  const { properties, items, anyOf, oneOf, allOf } = schema;
  if (properties !== undefined && schema.additionalProperties === undefined) {
    throw new Error(`${where} must say whether it takes unknown fields: use fields() of contract/`);
  }
  for (const [name, field] of Object.entries(properties ?? {})) {
    refuseLaxObjects(field, `${where}.${name}`);
  }
  for (const part of [items, ...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]) {
    if (part !== undefined) refuseLaxObjects(part, where);
  }
}

function schemaPart(route: RouteOptions, part: 'body' | 'querystring'): JsonSchema | undefined {
  const schema: unknown = route.schema?.[part];
  return isObject(schema) ? schema : undefined;
}

/** Refuses to mount an endpoint without a guard, a rate or a body limit. */
function statedConfig(name: string, config: RouteOptions['config']): EndpointConfig {
  const { permission, rate, body } = config ?? {};
  if (permission === undefined) {
    throw new Error(`${name} has no permission: say in its config who may call it`);
  }
  if (rate === undefined) throw new Error(`${name} has no rate: say in its config how often`);
  if (body === undefined) throw new Error(`${name} has no body: say in its config what it takes`);
  return { ...config, permission, rate, body };
}

function before(first: Hook, others: unknown): never {
  // Fastify's type of a route's own hooks depends on a dozen type parameters; at run time it is a list.
  const rest: unknown[] = others === undefined ? [] : Array.isArray(others) ? others : [others];
  return [first, ...rest] as never;
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('something else than an error was thrown');
}

function hostMissing(): AppError {
  return new AppError('VALIDATION_ERROR', 'The request has no Host header.');
}

function shuttingDown(): AppError {
  return new AppError('SHUTTING_DOWN', 'This node is shutting down. Retry the request.');
}
