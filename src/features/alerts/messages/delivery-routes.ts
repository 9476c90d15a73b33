import { pageOf } from '../../../base/page-of.ts';
import * as contract from '../../../contract/alert-deliveries.ts';
import type { App } from '../../../http/app.ts';
import { type DeliveryNeeds, listDeliveries, retryDelivery } from './manage-deliveries.ts';

export function deliveryRoutes(app: App, needs: DeliveryNeeds): void {
  app.route({
    ...contract.listAlertDeliveries,
    handler: async ({ actor, query }) => listDeliveries(needs, actor, query, pageOf(query)),
  });
  app.route({
    ...contract.retryAlertDelivery,
    handler: async ({ actor, params }) => ({
      data: await retryDelivery(needs, actor, params.id),
    }),
  });
}
