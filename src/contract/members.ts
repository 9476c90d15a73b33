/** Members, roles, invitations and time-boxed elevations, as the API shows them. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { Elevation, ElevationDraft, Moment, Role } from './elevation-fields.ts';
import type { Endpoint } from './endpoint.ts';
import {
  described,
  dataOf,
  fields,
  PAGE_QUERY,
  pageOf,
  SHORT_LIST_QUERY,
  named,
} from './schema.ts';

const Id = fields({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const Member = named(
  'Member',
  Type.Object({
    id: Type.String(),
    userId: Type.String({ description: 'Account of the member.' }),
    name: Type.String(),
    email: Type.String(),
    role: Role,
    isRoleManaged: Type.Boolean({
      description: 'The identity provider of the organization manages the role.',
    }),
    elevatedTo: Type.Union([Role, Type.Null()], { description: 'Temporary role. Null: none.' }),
    elevatedUntil: described(Moment, 'When the elevated role ends. Null: no elevated role.'),
    joinedAt: Type.String(),
  }),
);
export type Member = Static<typeof Member>;

export const RoleFacts = named(
  'RoleFacts',
  Type.Object({
    role: Role,
    permissions: Type.Array(Type.String(), { description: 'Permissions that the role includes.' }),
  }),
);

export const Invitation = named(
  'Invitation',
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    role: Role,
    state: Type.Enum(['pending', 'expired', 'accepted', 'revoked']),
    invitedBy: Type.String({ description: 'Member who sent the invitation.' }),
    createdAt: Type.String(),
    expiresAt: Type.String(),
    link: Type.Union([Type.String(), Type.Null()], {
      description:
        'Invite link. Null once the invitation is no longer pending. Without a mail server, the link that an operator gets also confirms the email address: share it only with the invited person.',
    }),
  }),
);
export type Invitation = Static<typeof Invitation>;

export const InvitationDraft = named(
  'InvitationDraft',
  fields({
    email: Type.String({ format: 'email', maxLength: LIMITS.mail.addressCharactersMax }),
    role: Role,
  }),
);
export type InvitationDraft = Static<typeof InvitationDraft>;

export const OwnInvitation = named(
  'OwnInvitation',
  Type.Object({
    id: Type.String(),
    organizationName: Type.String(),
    role: Role,
    invitedBy: Type.Union(
      [Type.Object({ name: Type.String(), email: Type.String() }), Type.Null()],
      { description: 'Null if an API key sent the invitation.' },
    ),
    expiresAt: Type.String(),
  }),
);
export type OwnInvitation = Static<typeof OwnInvitation>;

const member = {
  id: 'mem_2Xv7bQpLw5RtGyZnC8KdHs',
  userId: 'usr_9Jf3mTzNc6WxVkPqB1LgRd',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'member',
  isRoleManaged: false,
  elevatedTo: null,
  elevatedUntil: null,
  joinedAt: '2026-11-15T08:30:00.000Z',
};
const invitation = {
  id: 'inv_6Bn1sYhKd4QwTzXvM7RpLc',
  email: 'grace@example.com',
  role: 'member',
  state: 'pending',
  invitedBy: 'ada@example.com',
  createdAt: '2026-11-15T08:30:00.000Z',
  expiresAt: '2026-11-17T08:30:00.000Z',
  link: 'https://logs.example.com/invitations/inv_6Bn1sYhKd4QwTzXvM7RpLc',
};
const ownInvitation = {
  id: invitation.id,
  organizationName: 'Acme',
  role: 'member',
  invitedBy: { name: 'Ada', email: 'ada@example.com' },
  expiresAt: invitation.expiresAt,
};
const elevation = {
  id: 'elv_3Gt6kPdVn9SxRbQzW2JmLy',
  memberId: member.id,
  email: member.email,
  role: 'admin',
  reason: 'Incident 42',
  minutes: 60,
  state: 'requested',
  requestedAt: '2026-11-15T08:30:00.000Z',
  decidedBy: null,
  endsAt: null,
};

export const listMembers = {
  method: 'GET',
  url: '/api/v1/members',
  config: { permission: 'roles:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Members'],
    summary: 'List members',
    description: 'Members of the organization and their roles.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(Member) },
  },
  docs: { example: { answer: { data: [member], nextCursor: null } } },
} as const satisfies Endpoint;

export const changeMember = {
  method: 'PATCH',
  url: '/api/v1/members/:id',
  config: { permission: 'members:role', rate: 'management', body: 'management' },
  schema: {
    tags: ['Members'],
    summary: 'Change a member’s role',
    description: 'Only an Owner can add or remove an Owner. The last Owner can’t be removed.',
    params: Id,
    body: fields({ role: Role }),
    response: { 200: dataOf(Member) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: { params: { id: member.id }, body: { role: 'member' }, answer: { data: member } },
  },
} as const satisfies Endpoint;

export const removeMember = {
  method: 'DELETE',
  url: '/api/v1/members/:id',
  config: { permission: 'members:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Members'],
    summary: 'Remove a member',
    description: 'Also revokes their access tokens for this organization.',
    params: Id,
    response: { 200: dataOf(Member) },
  },
  docs: { errors: ['CONFLICT'], example: { params: { id: member.id }, answer: { data: member } } },
} as const satisfies Endpoint;

export const listRoles = {
  method: 'GET',
  url: '/api/v1/roles',
  config: { permission: 'roles:read', rate: 'management', body: 'none' },
  schema: {
    tags: ['Members'],
    summary: 'List roles and their permissions',
    description: 'All roles and the permissions of each.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(RoleFacts) },
  },
  docs: {
    example: {
      answer: { data: [{ role: 'viewer', permissions: ['logs:read'] }], nextCursor: null },
    },
  },
} as const satisfies Endpoint;

export const listInvitations = {
  method: 'GET',
  url: '/api/v1/invitations',
  config: { permission: 'members:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Invitations'],
    summary: 'List invitations',
    description: 'Pending invitations.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(Invitation) },
  },
  docs: { example: { answer: { data: [invitation], nextCursor: null } } },
} as const satisfies Endpoint;

export const createInvitation = {
  method: 'POST',
  url: '/api/v1/invitations',
  config: { permission: 'members:manage', rate: 'management', body: 'management' },
  schema: {
    tags: ['Invitations'],
    summary: 'Invite a member',
    description: 'Sends an email with a link that works for one person.',
    body: InvitationDraft,
    response: { 201: dataOf(Invitation) },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
    example: { body: { email: 'grace@example.com', role: 'member' }, answer: { data: invitation } },
  },
} as const satisfies Endpoint;

export const resendInvitation = {
  method: 'POST',
  url: '/api/v1/invitations/:id/resend',
  config: { permission: 'members:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Invitations'],
    summary: 'Resend and renew an invitation',
    description: 'Sends the email again with a new link. The old link stops working.',
    params: Id,
    response: { 200: dataOf(Invitation) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: { params: { id: invitation.id }, answer: { data: invitation } },
  },
} as const satisfies Endpoint;

export const revokeInvitation = {
  method: 'DELETE',
  url: '/api/v1/invitations/:id',
  config: { permission: 'members:manage', rate: 'management', body: 'none' },
  schema: {
    tags: ['Invitations'],
    summary: 'Revoke an invitation',
    description: 'Its link stops working.',
    params: Id,
    response: { 200: dataOf(Invitation) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params: { id: invitation.id },
      answer: { data: { ...invitation, state: 'revoked', link: null } },
    },
  },
} as const satisfies Endpoint;

export const listOwnInvitations = {
  method: 'GET',
  url: '/api/v1/invitations/mine',
  config: { permission: 'session', rate: 'management', body: 'none', isForConfined: true },
  schema: {
    tags: ['Invitations'],
    summary: 'List your pending invitations',
    description: 'Invitations to your email address.',
    querystring: fields(SHORT_LIST_QUERY),
    response: { 200: pageOf(OwnInvitation) },
  },
  docs: {
    example: {
      answer: {
        data: [ownInvitation],
        nextCursor: null,
      },
    },
  },
} as const satisfies Endpoint;

export const previewInvitation = {
  method: 'GET',
  url: '/api/v1/invitations/:id/preview',
  config: { permission: 'public', rate: 'public', body: 'none' },
  schema: {
    tags: ['Invitations'],
    summary: 'Preview an invitation',
    description:
      'Organization and inviter of a pending invitation. Requires the signature from the invitation link.',
    params: Id,
    querystring: fields({
      voucher: Type.Optional(
        Type.String({
          maxLength: 64,
          description: 'Signature from the invitation link. Required.',
        }),
      ),
    }),
    response: { 200: dataOf(OwnInvitation) },
  },
  docs: {
    example: {
      params: { id: invitation.id },
      query: { voucher: 'Zk3vQ0m1yXW8rT5uJ7pLhN2cGdBsAeFiKoRtUwYxVzE' },
      answer: { data: ownInvitation },
    },
  },
} as const satisfies Endpoint;

export const acceptInvitation = {
  method: 'POST',
  url: '/api/v1/invitations/:id/accept',
  config: { permission: 'session', rate: 'management', body: 'none', isForConfined: true },
  schema: {
    tags: ['Invitations'],
    summary: 'Accept an invitation',
    description: 'You must be signed in with the invited email address.',
    params: Id,
    response: {
      200: dataOf(
        Type.Object({
          organizationId: Type.String({
            description: 'Organization that you are now a member of.',
          }),
          role: Role,
        }),
      ),
    },
  },
  docs: {
    errors: ['CONFLICT', 'PLAN_LIMIT_REACHED'],
    example: {
      params: { id: invitation.id },
      answer: { data: { organizationId: 'org_4Kc9dWsQz8TbNfHxJ2LmPv', role: 'member' } },
    },
  },
} as const satisfies Endpoint;

export const listElevations = {
  method: 'GET',
  url: '/api/v1/elevations',
  config: {
    permission: 'roles:read',
    rate: 'management',
    credentials: ['session', 'api_key'],
    body: 'none',
  },
  schema: {
    tags: ['Members'],
    summary: 'List role elevation requests',
    description: 'Owners and Admins see all requests, other members their own.',
    querystring: fields(PAGE_QUERY),
    response: { 200: pageOf(Elevation) },
  },
  docs: { example: { answer: { data: [elevation], nextCursor: null } } },
} as const satisfies Endpoint;

export const requestElevation = {
  method: 'POST',
  url: '/api/v1/elevations',
  config: {
    permission: 'elevation:request',
    rate: 'management',
    credentials: ['session'],
    body: 'management',
  },
  schema: {
    tags: ['Members'],
    summary: 'Request a temporary role',
    description: 'Requests a higher role for a limited time. Someone else has to approve it.',
    body: ElevationDraft,
    response: { 201: dataOf(Elevation) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      body: { role: 'admin', minutes: 60, reason: 'Incident 42' },
      answer: { data: elevation },
    },
  },
} as const satisfies Endpoint;

export const decideElevation = {
  method: 'POST',
  url: '/api/v1/elevations/:id/decide',
  config: {
    permission: 'members:role',
    rate: 'management',
    credentials: ['session', 'api_key'],
    body: 'management',
  },
  schema: {
    tags: ['Members'],
    summary: 'Approve or deny a role elevation',
    description: 'You can’t decide your own request, or grant a role above yours.',
    params: Id,
    body: fields({ approve: Type.Boolean({ description: 'False denies the request.' }) }),
    response: { 200: dataOf(Elevation) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: {
      params: { id: elevation.id },
      body: { approve: true },
      answer: {
        data: {
          ...elevation,
          state: 'approved',
          decidedBy: 'grace@example.com',
          endsAt: '2026-11-15T09:30:00.000Z',
        },
      },
    },
  },
} as const satisfies Endpoint;

export const endElevation = {
  method: 'DELETE',
  url: '/api/v1/elevations/:id',
  config: {
    permission: 'elevation:request',
    rate: 'management',
    credentials: ['session', 'api_key'],
    body: 'none',
  },
  schema: {
    tags: ['Members'],
    summary: 'End a temporary role',
    description: 'You can end your own. Owners and Admins can end any.',
    params: Id,
    response: { 200: dataOf(Elevation) },
  },
  docs: {
    errors: ['CONFLICT'],
    example: { params: { id: elevation.id }, answer: { data: { ...elevation, state: 'ended' } } },
  },
} as const satisfies Endpoint;
