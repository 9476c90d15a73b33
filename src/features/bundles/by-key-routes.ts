import { notFound } from '../../base/errors.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS, type BundleKind } from '../../contract/bundle-kinds.ts';
import * as contract from '../../contract/things-by-key.ts';
import type { App } from '../../http/app.ts';
import { type Address, deleteByKey, putByKey, readByKey } from './by-key.ts';
import type { BundleNeeds } from './bundle-needs.ts';

export function byKeyRoutes(app: App, needs: BundleNeeds): void {
  app.route({
    ...contract.readThingByKey,
    handler: async ({ actor, params }, reply) => {
      const { definition, etag } = await readByKey(needs, actor, addressOf(params));
      return reply.header('etag', etag).send({ data: definition });
    },
  });
  app.route({
    ...contract.putThingByKey,
    handler: async ({ actor, params, body, headers }, reply) => {
      const input = { body, ifMatch: headers['if-match'] };
      const { definition, etag, isNew } = await putByKey(needs, actor, addressOf(params), input);
      return reply
        .code(isNew ? 201 : 200)
        .header('etag', etag)
        .send({ data: definition });
    },
  });
  app.route({
    ...contract.deleteThingByKey,
    handler: async ({ actor, params, headers }) => {
      await deleteByKey(needs, actor, addressOf(params), headers['if-match']);
      return { data: { deleted: true as const } };
    },
  });
}

function addressOf({ kind: path, key }: { readonly kind: string; readonly key: string }): Address {
  const kind = BUNDLE_KINDS.find((each: BundleKind) => BUNDLE_KIND_FACTS[each].path === path);
  if (kind === undefined) throw notFound('resource type');
  return { kind, key };
}
