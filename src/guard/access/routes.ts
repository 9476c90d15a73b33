import { pageOfWhole } from '../../base/page-of-whole.ts';
import * as credentials from '../../contract/credentials.ts';
import * as members from '../../contract/members.ts';
import * as organizations from '../../contract/organizations.ts';
import type { App } from '../../http/app.ts';
import type { Request } from '../../http/gate.ts';
import { ROLES } from '../../spec/roles.ts';
import type { AccessNeeds } from './access-needs.ts';
import {
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from './credentials/access-tokens.ts';
import { createApiKey } from './credentials/create-api-key.ts';
import { listApiKeys } from './credentials/list-api-keys.ts';
import { revokeApiKey } from './credentials/revoke-api-key.ts';
import {
  decideElevation,
  endElevation,
  listElevations,
  requestElevation,
} from './elevation/manage-elevations.ts';
import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from './invitations/manage-invitations.ts';
import {
  acceptInvitation,
  type Invitee,
  listOwnInvitations,
  previewInvitation,
} from './invitations/own-invitations.ts';
import { changeMemberRole, listMembers, removeMember } from './members/manage-members.ts';
import { changeBilling, readBilling, readUsage } from './organizations/billing.ts';
import { changeOrganization } from './organizations/change-organization.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { deleteOrganization } from './organizations/delete-organization.ts';
import { readOrganization, showOrganization } from './organizations/organizations-table.ts';
import { activateOrganization, listOwnOrganizations } from './organizations/own-organizations.ts';
import { operatorRoutes } from './operators/operator-routes.ts';
import { pageOf } from '../../base/page-of.ts';
import { permissionsOfRole } from './permissions.ts';

export function accessRoutes(app: App, needs: AccessNeeds): void {
  organizationRoutes(app, needs);
  billingRoutes(app, needs);
  operatorRoutes(app, needs);
  memberRoutes(app, needs);
  invitationRoutes(app, needs);
  elevationRoutes(app, needs);
  apiKeyRoutes(app, needs);
  accessTokenRoutes(app, needs);
}

function organizationRoutes(app: App, needs: AccessNeeds): void {
  app.route({
    ...organizations.getOrganization,
    handler: async ({ actor }) => ({
      data: showOrganization(await readOrganization(needs.metadata, actor.organization)),
    }),
  });
  app.route({
    ...organizations.changeOrganization,
    handler: async ({ actor, body }) => ({ data: await changeOrganization(needs, actor, body) }),
  });
  app.route({
    ...organizations.deleteOrganization,
    handler: async ({ actor, query }) => {
      await deleteOrganization(needs, actor, query.confirm);
      return { data: { deleted: true as const } };
    },
  });
  app.route({
    ...organizations.listOrganizations,
    handler: async ({ user, query }) =>
      pageOfWhole(await listOwnOrganizations(needs, user), query, ({ id }) => id),
  });
  app.route({
    ...organizations.createOrganization,
    handler: async ({ user, body }, reply) => {
      const data = await createOrganization(needs, user.id, body.name);
      return reply.code(201).send({ data });
    },
  });
  app.route({
    ...organizations.activateOrganization,
    handler: async ({ user, params }) => ({
      data: await activateOrganization(needs, user, params.id),
    }),
  });
}

function billingRoutes(app: App, needs: AccessNeeds): void {
  app.route({
    ...organizations.getBilling,
    handler: async ({ actor }) => ({ data: await readBilling(needs, actor) }),
  });
  app.route({
    ...organizations.changeBilling,
    handler: async ({ actor, body }) => ({ data: await changeBilling(needs, actor, body.plan) }),
  });
  app.route({
    ...organizations.getUsage,
    handler: async ({ actor }) => ({ data: await readUsage(needs, actor) }),
  });
}

function memberRoutes(app: App, needs: AccessNeeds): void {
  app.route({
    ...members.listMembers,
    handler: async ({ actor, query }) => listMembers(needs, actor, pageOf(query)),
  });
  app.route({
    ...members.changeMember,
    handler: async ({ actor, params, body }) => ({
      data: await changeMemberRole(needs, actor, params.id, body.role),
    }),
  });
  app.route({
    ...members.removeMember,
    handler: async ({ actor, params }) => ({ data: await removeMember(needs, actor, params.id) }),
  });
  app.route({
    ...members.listRoles,
    handler: ({ query }) => {
      const roles = ROLES.map((role) => ({ role, permissions: [...permissionsOfRole(role)] }));
      return pageOfWhole(roles, query, ({ role }) => role);
    },
  });
}

function invitationRoutes(app: App, needs: AccessNeeds): void {
  app.route({
    ...members.listInvitations,
    handler: async ({ actor, query }) => listInvitations(needs, actor, pageOf(query)),
  });
  app.route({
    ...members.createInvitation,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createInvitation(needs, actor, body) }),
  });
  app.route({
    ...members.resendInvitation,
    handler: async ({ actor, params }) => ({
      data: await resendInvitation(needs, actor, params.id),
    }),
  });
  app.route({
    ...members.revokeInvitation,
    handler: async ({ actor, params }) => ({
      data: await revokeInvitation(needs, actor, params.id),
    }),
  });
  app.route({
    ...members.listOwnInvitations,
    handler: async (request) => {
      const waiting = await listOwnInvitations(needs, inviteeOf(request));
      return pageOfWhole(waiting, request.query, ({ id }) => id);
    },
  });
  app.route({
    ...members.previewInvitation,
    handler: async ({ params, query }) => ({
      data: await previewInvitation(needs, params.id, query.voucher ?? ''),
    }),
  });
  app.route({
    ...members.acceptInvitation,
    handler: async (request) => ({
      data: await acceptInvitation(needs, inviteeOf(request), request.params.id),
    }),
  });
}

function elevationRoutes(app: App, needs: AccessNeeds): void {
  app.route({
    ...members.listElevations,
    handler: async ({ actor, query }) => listElevations(needs, actor, pageOf(query)),
  });
  app.route({
    ...members.requestElevation,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await requestElevation(needs, actor, body) }),
  });
  app.route({
    ...members.decideElevation,
    handler: async ({ actor, params, body }) => ({
      data: await decideElevation(needs, actor, params.id, body.approve),
    }),
  });
  app.route({
    ...members.endElevation,
    handler: async ({ actor, params }) => ({ data: await endElevation(needs, actor, params.id) }),
  });
}

function apiKeyRoutes(app: App, needs: AccessNeeds): void {
  app.route({
    ...credentials.listApiKeys,
    handler: async ({ actor, query }) => listApiKeys(needs, actor, pageOf(query)),
  });
  app.route({
    ...credentials.createApiKey,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createApiKey(needs, actor, body) }),
  });
  app.route({
    ...credentials.revokeApiKey,
    handler: async ({ actor, params }) => ({ data: await revokeApiKey(needs, actor, params.id) }),
  });
}

function accessTokenRoutes(app: App, needs: AccessNeeds): void {
  app.route({
    ...credentials.listAccessTokens,
    handler: async ({ actor, query }) => listAccessTokens(needs, actor, pageOf(query)),
  });
  app.route({
    ...credentials.createAccessToken,
    handler: async ({ actor, body }, reply) =>
      reply.code(201).send({ data: await createAccessToken(needs, actor, body) }),
  });
  app.route({
    ...credentials.revokeAccessToken,
    handler: async ({ actor, params }) => ({
      data: await revokeAccessToken(needs, actor, params.id),
    }),
  });
}

function inviteeOf(request: Request): Invitee {
  const { id, email, confinedTo } = request.user;
  return {
    id,
    email,
    confinedTo,
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  };
}
