/** SCIM 2.0 (RFC 7643, 7644): directories provision members and groups. */
import { Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import type { Endpoint } from './endpoint.ts';
import { fields, named } from './schema.ts';

const limits = LIMITS.identity;
const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const AnyObject = Type.Object({}, { additionalProperties: true });

const ScimUser = named(
  'ScimUser',
  Type.Object(
    {
      userName: Type.Optional(Type.Unknown({ description: 'Unique in the directory.' })),
      externalId: Type.Optional(Type.Unknown({ description: 'ID of the user in the directory.' })),
      active: Type.Optional(
        Type.Unknown({ description: '`false` suspends the member. Default `true`.' }),
      ),
      emails: Type.Optional(
        Type.Unknown({ description: 'The primary or work address identifies the account.' }),
      ),
    },
    { additionalProperties: true },
  ),
);
const ScimGroup = named(
  'ScimGroup',
  Type.Object(
    {
      displayName: Type.Optional(
        Type.Unknown({ description: 'Name that connections use to map the group to a role.' }),
      ),
      externalId: Type.Optional(Type.Unknown({ description: 'ID of the group in the directory.' })),
      members: Type.Optional(Type.Unknown({ description: 'Users, each with its ID as `value`.' })),
    },
    { additionalProperties: true },
  ),
);
const ScimPatch = named(
  'ScimPatch',
  Type.Object(
    {
      Operations: Type.Optional(
        Type.Unknown({ description: '`add`, `replace` and `remove`, all or none of them.' }),
      ),
    },
    { additionalProperties: true },
  ),
);
const ScimList = named(
  'ScimList',
  Type.Object(
    {
      totalResults: Type.Integer({ description: 'Results of all pages.' }),
      Resources: Type.Array(AnyObject, { description: 'Results of this page.' }),
    },
    { additionalProperties: true },
  ),
);
const Nothing = Type.Null({ description: 'Deleted.' });

const querystring = Type.Object(
  {
    filter: Type.Optional(
      Type.String({
        maxLength: limits.scimFilterCharactersMax,
        description: '`eq` and `and`, e.g. `userName eq "ada@acme.com"`.',
      }),
    ),
    startIndex: Type.Optional(
      Type.String({ maxLength: 12, description: 'First result, from 1. Default 1.' }),
    ),
    count: Type.Optional(
      Type.String({ maxLength: 12, description: 'Results in the page, at most 100. Default 100.' }),
    ),
    excludedAttributes: Type.Optional(
      Type.String({ maxLength: 200, description: '`members` omits the members of groups.' }),
    ),
  },
  { additionalProperties: true },
);
const memberQuery = Type.Object(
  { excludedAttributes: querystring.properties.excludedAttributes },
  { additionalProperties: true },
);

const tags = ['SCIM'];
const READ = {
  permission: 'directory:provision',
  rate: 'scim',
  credentials: ['scim_token'],
  body: 'none',
} as const;
const WRITE = { ...READ, body: 'management' } as const;
const produces = 'application/scim+json';
const params = { id: 'dir_3fXq9LmT2vRw8KsYb1NcZe' };
const group = { id: 'grp_5Hn8cJwRt2GdSqXeB6MvYu' };
const user = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: 'ada@acme.com',
  externalId: '00u1',
  name: { givenName: 'Ada', familyName: 'Okafor' },
  emails: [{ value: 'ada@acme.com', type: 'work', primary: true }],
  active: true,
};
const shownUser = { ...user, id: params.id, groups: [] };
const team = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName: 'Engineering',
  members: [{ value: params.id }],
};
const shownGroup = { ...team, id: group.id };
const listed = (resource: object) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: 1,
  startIndex: 1,
  itemsPerPage: 1,
  Resources: [resource],
});
const patched = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'replace', path: 'active', value: false }],
};
const added = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'add', path: 'members', value: [{ value: params.id }] }],
};
const IN_USE = ['CONFLICT', 'PLAN_LIMIT_REACHED'] as const;

export const listScimUsers = {
  method: 'GET',
  url: '/scim/v2/Users',
  config: READ,
  schema: {
    tags,
    summary: 'List users of the directory',
    description: 'By userName, externalId, displayName, id or active.',
    querystring,
    response: { 200: ScimList },
  },
  docs: { produces, example: { answer: listed(shownUser) } },
} as const satisfies Endpoint;

export const createScimUser = {
  method: 'POST',
  url: '/scim/v2/Users',
  config: WRITE,
  schema: {
    tags,
    summary: 'Provision a user',
    description:
      'Creates the account if there is none, and makes the user a member. The domain of the address must be verified.',
    body: ScimUser,
    response: { 201: ScimUser },
  },
  docs: { produces, errors: IN_USE, example: { body: user, answer: shownUser } },
} as const satisfies Endpoint;

export const readScimUser = {
  method: 'GET',
  url: '/scim/v2/Users/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Get a user of the directory',
    description: 'As the directory last sent it.',
    params: Id,
    response: { 200: ScimUser },
  },
  docs: { produces, example: { params, answer: shownUser } },
} as const satisfies Endpoint;

export const replaceScimUser = {
  method: 'PUT',
  url: '/scim/v2/Users/:id',
  config: WRITE,
  schema: {
    tags,
    summary: 'Replace a user of the directory',
    description:
      'If `active` is missing, it stays the same. The sign-in address of the account never changes.',
    params: Id,
    body: ScimUser,
    response: { 200: ScimUser },
  },
  docs: { produces, errors: IN_USE, example: { params, body: user, answer: shownUser } },
} as const satisfies Endpoint;

export const patchScimUser = {
  method: 'PATCH',
  url: '/scim/v2/Users/:id',
  config: WRITE,
  schema: {
    tags,
    summary: 'Change or suspend a user of the directory',
    description:
      '`active: false` ends sessions and access tokens, and frees the seat. The last Owner can’t be suspended.',
    params: Id,
    body: ScimPatch,
    response: { 200: ScimUser },
  },
  docs: {
    produces,
    errors: IN_USE,
    example: { params, body: patched, answer: { ...shownUser, active: false } },
  },
} as const satisfies Endpoint;

export const deleteScimUser = {
  method: 'DELETE',
  url: '/scim/v2/Users/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Deprovision a user',
    description:
      'Ends the membership. An account that was created for it is deleted if nothing else uses it.',
    params: Id,
    response: { 204: Nothing },
  },
  docs: { produces, errors: ['CONFLICT'], example: { params } },
} as const satisfies Endpoint;

export const listScimGroups = {
  method: 'GET',
  url: '/scim/v2/Groups',
  config: READ,
  schema: {
    tags,
    summary: 'List groups of the directory',
    description: 'By displayName, externalId or id.',
    querystring,
    response: { 200: ScimList },
  },
  docs: { produces, example: { answer: listed(shownGroup) } },
} as const satisfies Endpoint;

export const createScimGroup = {
  method: 'POST',
  url: '/scim/v2/Groups',
  config: WRITE,
  schema: {
    tags,
    summary: 'Provision a group',
    description: 'The `roleMap` of the connections sets the role of its members.',
    body: ScimGroup,
    response: { 201: ScimGroup },
  },
  docs: { produces, errors: IN_USE, example: { body: team, answer: shownGroup } },
} as const satisfies Endpoint;

export const readScimGroup = {
  method: 'GET',
  url: '/scim/v2/Groups/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Get a group of the directory',
    description: 'With its members, unless `excludedAttributes=members` is given.',
    params: Id,
    querystring: memberQuery,
    response: { 200: ScimGroup },
  },
  docs: { produces, example: { params: group, answer: shownGroup } },
} as const satisfies Endpoint;

export const replaceScimGroup = {
  method: 'PUT',
  url: '/scim/v2/Groups/:id',
  config: WRITE,
  schema: {
    tags,
    summary: 'Replace a group of the directory',
    description: 'The members are replaced too, and roles follow at once.',
    params: Id,
    body: ScimGroup,
    response: { 200: ScimGroup },
  },
  docs: { produces, errors: IN_USE, example: { params: group, body: team, answer: shownGroup } },
} as const satisfies Endpoint;

export const patchScimGroup = {
  method: 'PATCH',
  url: '/scim/v2/Groups/:id',
  config: WRITE,
  schema: {
    tags,
    summary: 'Change a group of the directory',
    description: 'Updates the roles of members who join or leave.',
    params: Id,
    body: ScimPatch,
    response: { 200: ScimGroup },
  },
  docs: { produces, errors: IN_USE, example: { params: group, body: added, answer: shownGroup } },
} as const satisfies Endpoint;

export const deleteScimGroup = {
  method: 'DELETE',
  url: '/scim/v2/Groups/:id',
  config: READ,
  schema: {
    tags,
    summary: 'Delete a group of the directory',
    description: 'Its members stay members; their roles are computed again.',
    params: Id,
    response: { 204: Nothing },
  },
  docs: { produces, example: { params: group } },
} as const satisfies Endpoint;

export const readScimConfig = {
  method: 'GET',
  url: '/scim/v2/ServiceProviderConfig',
  config: READ,
  schema: {
    tags,
    summary: 'Get the SCIM features',
    description:
      'What this server supports: PATCH and filters, but no bulk operations, sorting or ETags.',
    response: { 200: AnyObject },
  },
  docs: { produces, example: { answer: {} } },
} as const satisfies Endpoint;

export const listScimTypes = {
  method: 'GET',
  url: '/scim/v2/ResourceTypes',
  config: READ,
  schema: {
    tags,
    summary: 'List the SCIM resource types',
    description: 'User and Group, with their endpoints.',
    response: { 200: AnyObject },
  },
  docs: { produces, example: { answer: {} } },
} as const satisfies Endpoint;

export const listScimSchemas = {
  method: 'GET',
  url: '/scim/v2/Schemas',
  config: READ,
  schema: {
    tags,
    summary: 'List the SCIM schemas',
    description: 'Attributes of User and Group that are kept.',
    response: { 200: AnyObject },
  },
  docs: { produces, example: { answer: {} } },
} as const satisfies Endpoint;
