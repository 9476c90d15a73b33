import { pageOf } from '../../../base/page-of.ts';
import * as contract from '../../../contract/imports.ts';
import type { App } from '../../../http/app.ts';
import {
  cancelImport,
  createImport,
  type ImportNeeds,
  listImports,
  readImport,
} from './manage-imports.ts';

export function importRoutes(app: App, needs: ImportNeeds): void {
  app.route({
    ...contract.createImport,
    handler: async ({ actor, body }, reply) =>
      reply.code(202).send({ data: await createImport(needs, actor, body) }),
  });
  app.route({
    ...contract.listImports,
    handler: async ({ actor, query }) => listImports(needs, actor, pageOf(query)),
  });
  app.route({
    ...contract.readImport,
    handler: async ({ actor, params }) => ({ data: await readImport(needs, actor, params.id) }),
  });
  app.route({
    ...contract.cancelImport,
    handler: async ({ actor, params }) => ({ data: await cancelImport(needs, actor, params.id) }),
  });
}
