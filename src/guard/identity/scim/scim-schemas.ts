/** Self-description of the SCIM endpoint (RFC 7643, 5 to 7). */
import { LIMITS } from '../../../spec/limits.ts';
import { GROUP_SCHEMA, scimUrl, USER_SCHEMA } from './show-directory.ts';

interface Needs {
  readonly publicOrigin: () => string;
}

const NO = { supported: false } as const;

export function showConfig(needs: Needs): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { ...NO, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: LIMITS.identity.scimPageMax },
    changePassword: NO,
    sort: NO,
    etag: NO,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description: 'Authorization: Bearer xscim_…',
        primary: true,
      },
    ],
    meta: {
      resourceType: 'ServiceProviderConfig',
      location: scimUrl(needs, '/ServiceProviderConfig'),
    },
  };
}

export function showTypes(needs: Needs): object[] {
  return [['User', USER_SCHEMA] as const, ['Group', GROUP_SCHEMA] as const].map(
    ([name, schema]) => ({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
      id: name,
      name,
      endpoint: `/${name}s`,
      schema,
      meta: { resourceType: 'ResourceType', location: scimUrl(needs, `/ResourceTypes/${name}`) },
    }),
  );
}

interface Attribute {
  readonly name: string;
  readonly type?: 'boolean' | 'complex';
  readonly isList?: true;
  readonly isRequired?: true;
  readonly uniqueness?: 'server';
  readonly parts?: readonly Attribute[];
}

const USER: readonly Attribute[] = [
  { name: 'userName', isRequired: true, uniqueness: 'server' },
  { name: 'displayName' },
  {
    name: 'name',
    type: 'complex',
    parts: [{ name: 'formatted' }, { name: 'givenName' }, { name: 'familyName' }],
  },
  {
    name: 'emails',
    type: 'complex',
    isList: true,
    parts: [{ name: 'value' }, { name: 'type' }, { name: 'primary', type: 'boolean' }],
  },
  { name: 'active', type: 'boolean' },
];
const GROUP: readonly Attribute[] = [
  { name: 'displayName', isRequired: true },
  {
    name: 'members',
    type: 'complex',
    isList: true,
    parts: [{ name: 'value' }, { name: 'display' }],
  },
];

export function showSchemas(needs: Needs): object[] {
  return [
    { id: USER_SCHEMA, name: 'User', attributes: USER },
    { id: GROUP_SCHEMA, name: 'Group', attributes: GROUP },
  ].map(({ id, name, attributes }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    attributes: attributes.map(showAttribute),
    meta: { resourceType: 'Schema', location: scimUrl(needs, `/Schemas/${id}`) },
  }));
}

function showAttribute(attribute: Attribute): object {
  const { name, type = 'string', parts } = attribute;
  return {
    name,
    type,
    multiValued: attribute.isList === true,
    required: attribute.isRequired === true,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: attribute.uniqueness ?? 'none',
    ...(parts === undefined ? {} : { subAttributes: parts.map(showAttribute) }),
  };
}
