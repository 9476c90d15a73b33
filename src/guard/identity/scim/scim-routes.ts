import type { Actor } from '../../../base/actor.ts';
import { AppError, notFound } from '../../../base/errors.ts';
import type { JsonObject } from '../../../base/is-object.ts';
import * as contract from '../../../contract/scim.ts';
import * as tokens from '../../../contract/scim-tokens.ts';
import type {
  DirectoryGroupRow,
  DirectoryUserRow,
} from '../../../engines/metadata/tables/identity.ts';
import type { App } from '../../../http/app.ts';
import type { Reply, Request } from '../../../http/gate.ts';
import { ERROR_CODES } from '../../../spec/codes.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { ScimNeeds } from '../identity-needs.ts';
import {
  findDirectoryGroup,
  findDirectoryGroups,
  findDirectoryUser,
  findDirectoryUsers,
  readGroupsOf,
  readUsersOf,
} from './directory-table.ts';
import { createScimToken, noteScimRequest, readScim, revokeScimToken } from './manage-scim.ts';
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './provision-groups.ts';
import { createUser, deleteUser, patchDirectoryUser, replaceUser } from './provision-users.ts';
import { readFilter } from './read-filter.ts';
import { SCIM_MEDIA_TYPE, scimError } from './scim-error.ts';
import { showConfig, showSchemas, showTypes } from './scim-schemas.ts';
import { showGroup, showUser } from './show-directory.ts';

/** Everything that directories call, and what Owners see of it. */
export function scimRoutes(app: App, needs: ScimNeeds): void {
  tokenRoutes(app, needs);
  userRoutes(app, needs);
  groupRoutes(app, needs);
  aboutRoutes(app, needs);
}

function tokenRoutes(app: App, needs: ScimNeeds): void {
  app.route({
    ...tokens.readScim,
    handler: async ({ actor }) => ({ data: await readScim(needs, actor) }),
  });
  app.route({
    ...tokens.createScimToken,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createScimToken(needs, actor, body) }),
  });
  app.route({
    ...tokens.revokeScimToken,
    handler: async ({ actor, params }) => ({
      data: await revokeScimToken(needs, actor, params.id),
    }),
  });
}

function userRoutes(app: App, needs: ScimNeeds): void {
  const show = async ({ organization }: Actor, row: DirectoryUserRow) =>
    showUser(needs.access, row, await readGroupsOf(needs.metadata, organization, [row.id]));
  app.route({
    ...scim(contract.listScimUsers),
    handler: answered(needs, async ({ actor, query }) => {
      const { organization } = actor;
      const slice = sliceOf(query, 'user');
      const { total, rows } = await findDirectoryUsers(needs.metadata, organization, slice);
      const ids = rows.map(({ id }) => id);
      const memberships = await readGroupsOf(needs.metadata, organization, ids);
      const shown = rows.map((row) => showUser(needs.access, row, memberships));
      return { status: 200, body: listOf(shown, total, slice.offset) };
    }),
  });
  app.route({
    ...scim(contract.createScimUser),
    handler: answered(needs, async ({ actor, body }) => {
      const row = await createUser(needs, actor, body as JsonObject);
      return { status: 201, body: await show(actor, row) };
    }),
  });
  app.route({
    ...scim(contract.readScimUser),
    handler: answered(needs, async ({ actor, params }) => {
      const row = await findDirectoryUser(needs.metadata, actor.organization, idOf(params));
      if (row === undefined) throw notFound('user');
      return { status: 200, body: await show(actor, row) };
    }),
  });
  for (const [endpoint, change] of [
    [contract.replaceScimUser, replaceUser],
    [contract.patchScimUser, patchDirectoryUser],
  ] as const) {
    app.route({
      ...scim(endpoint),
      handler: answered(needs, async ({ actor, params, body }) => {
        const row = await change(needs, actor, idOf(params), body as JsonObject);
        return { status: 200, body: await show(actor, row) };
      }),
    });
  }
  app.route({
    ...scim(contract.deleteScimUser),
    handler: answered(needs, async ({ actor, params }) => {
      await deleteUser(needs, actor, idOf(params));
      return { status: 204 };
    }),
  });
}

function groupRoutes(app: App, needs: ScimNeeds): void {
  const showAll = async (
    { organization }: Actor,
    rows: readonly DirectoryGroupRow[],
    query: unknown,
  ) => {
    const isWithout = isWithoutMembers(query);
    const ids = rows.map(({ id }) => id);
    const members = isWithout ? [] : await readUsersOf(needs.metadata, organization, ids);
    return rows.map((row) => showGroup(needs.access, row, members, isWithout));
  };
  app.route({
    ...scim(contract.listScimGroups),
    handler: answered(needs, async ({ actor, query }) => {
      const slice = sliceOf(query, 'group');
      const { total, rows } = await findDirectoryGroups(needs.metadata, actor.organization, slice);
      const shown = await showAll(actor, rows, query);
      return { status: 200, body: listOf(shown, total, slice.offset) };
    }),
  });
  app.route({
    ...scim(contract.createScimGroup),
    handler: answered(needs, async ({ actor, body, query }) => {
      const row = await createGroup(needs, actor, body as JsonObject);
      return { status: 201, body: (await showAll(actor, [row], query))[0] };
    }),
  });
  app.route({
    ...scim(contract.readScimGroup),
    handler: answered(needs, async ({ actor, params, query }) => {
      const row = await findDirectoryGroup(needs.metadata, actor.organization, idOf(params));
      if (row === undefined) throw notFound('group');
      return { status: 200, body: (await showAll(actor, [row], query))[0] };
    }),
  });
  for (const [endpoint, change] of [
    [contract.replaceScimGroup, replaceGroup],
    [contract.patchScimGroup, patchGroup],
  ] as const) {
    app.route({
      ...scim(endpoint),
      handler: answered(needs, async ({ actor, params, body, query }) => {
        const row = await change(needs, actor, idOf(params), body as JsonObject);
        return { status: 200, body: (await showAll(actor, [row], query))[0] };
      }),
    });
  }
  app.route({
    ...scim(contract.deleteScimGroup),
    handler: answered(needs, async ({ actor, params }) => {
      await deleteGroup(needs, actor, idOf(params));
      return { status: 204 };
    }),
  });
}

function aboutRoutes(app: App, needs: ScimNeeds): void {
  for (const [endpoint, show] of [
    [contract.readScimConfig, () => showConfig(needs.access)],
    [contract.listScimTypes, () => listOf(showTypes(needs.access), 2, 0)],
    [contract.listScimSchemas, () => listOf(showSchemas(needs.access), 2, 0)],
  ] as const) {
    app.route({
      ...scim(endpoint),
      handler: answered(needs, async () => ({ status: 200, body: show() })),
    });
  }
}

function scim<E extends { readonly config: object }>(endpoint: E) {
  return { ...endpoint, config: { ...endpoint.config, errorForm: scimError } };
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** Every answer in the media type of SCIM, and noted with its outcome. */
function answered(needs: ScimNeeds, work: (request: Request) => Promise<Answer>) {
  return async (request: Request, reply: Reply): Promise<void> => {
    const { actor, method, url } = request;
    const path = decoded(url.replace(/^\/scim\/v2/, ''));
    let answer: Answer;
    try {
      answer = await work(request);
    } catch (error) {
      const isKnown = error instanceof AppError;
      const status = isKnown ? ERROR_CODES[error.code].status : 500;
      const detail = isKnown ? error.message : 'Internal error.';
      await noteScimRequest(needs, actor, { method, path, status, detail });
      throw error;
    }
    const { status, body } = answer;
    await noteScimRequest(needs, actor, { method, path, status, detail: null });
    if (body === undefined) {
      await reply.code(status).send();
      return;
    }
    await reply
      .code(status)
      .header('content-type', `${SCIM_MEDIA_TYPE}; charset=utf-8`)
      .serializer((value: unknown) => JSON.stringify(value))
      .send(body);
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '));
  } catch {
    return path;
  }
}

function idOf(params: unknown): string {
  return (params as { id: string }).id;
}

interface Query {
  readonly filter?: string;
  readonly startIndex?: string;
  readonly count?: string;
  readonly excludedAttributes?: string;
}

/** Treats a non-number as absent and raises values below the minimum to the minimum (RFC 7644, 3.4.2.4). */
function sliceOf(query: unknown, kind: 'group' | 'user') {
  const { filter, startIndex, count } = query as Query;
  const { scimPageMax } = LIMITS.identity;
  const start = Math.max(1, numberOf(startIndex) ?? 1);
  const limit = Math.min(scimPageMax, Math.max(0, numberOf(count) ?? scimPageMax));
  return { conditions: readFilter(filter, kind), offset: start - 1, limit };
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function isWithoutMembers(query: unknown): boolean {
  const { excludedAttributes = '' } = (query ?? {}) as Query;
  return excludedAttributes.split(',').some((name) => name.trim().toLowerCase() === 'members');
}

function listOf(resources: readonly unknown[], total: number, offset: number) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}
