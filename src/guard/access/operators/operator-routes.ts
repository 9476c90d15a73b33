import { pageOfWhole } from '../../../base/page-of-whole.ts';
import * as contract from '../../../contract/operator.ts';
import { abortOnDisconnect } from '../../../http/abort-on-disconnect.ts';
import type { App } from '../../../http/app.ts';
import type { Request } from '../../../http/gate.ts';
import { sendStream } from '../../../http/send-stream.ts';
import type { AccessNeeds } from '../access-needs.ts';
import { pageOf } from '../../../base/page-of.ts';
import { type DeletedAuditNeeds, exportDeletedAudit } from './export-deleted-audit.ts';
import { changeTerms, listAllOrganizations } from './manage-all-organizations.ts';
import {
  listOperators,
  nameOperator,
  readInstallation,
  removeOperator,
} from './manage-operators.ts';
import { listOperatorEntries, type OperatorSubject } from './operator-entries.ts';

export function operatorRoutes(app: App, needs: AccessNeeds): void {
  app.route({
    ...contract.getInstallation,
    handler: async ({ user }) => ({ data: await readInstallation(needs, user) }),
  });
  app.route({
    ...contract.listAllOrganizations,
    handler: async ({ query }) => listAllOrganizations(needs, pageOf(query)),
  });
  app.route({
    ...contract.changeOrganizationTerms,
    handler: async (request) => ({
      data: await changeTerms(needs, subjectOf(request), request.params.id, request.body),
    }),
  });
  app.route({
    ...contract.listOperators,
    handler: async ({ query }) => pageOfWhole(await listOperators(needs), query, ({ id }) => id),
  });
  app.route({
    ...contract.nameOperator,
    handler: async (request, reply) =>
      reply
        .code(201)
        .send({ data: await nameOperator(needs, subjectOf(request), request.body.email) }),
  });
  app.route({
    ...contract.removeOperator,
    handler: async (request) => {
      await removeOperator(needs, subjectOf(request), request.params.id);
      return { data: { removed: true as const } };
    },
  });
  app.route({
    ...contract.listOperatorEntries,
    handler: async ({ query }) => listOperatorEntries(needs, pageOf(query)),
  });
}

/** Separate from the other routes, because it reads the log store. */
export function deletedAuditRoutes(app: App, needs: DeletedAuditNeeds): void {
  app.route({
    ...contract.exportDeletedAudit,
    handler: async (request, reply) => {
      const { id } = request.params;
      const signal = abortOnDisconnect(reply);
      const file = await exportDeletedAudit(needs, subjectOf(request), id, signal);
      reply
        .header('content-type', 'application/x-ndjson')
        .header('content-disposition', `attachment; filename="audit-${id}.jsonl"`);
      return sendStream(reply, file);
    },
  });
}

function subjectOf(request: Request): OperatorSubject {
  const { email } = request.user;
  return { email, ipAddress: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}
