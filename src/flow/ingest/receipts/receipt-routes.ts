import * as contract from '../../../contract/receipts.ts';
import type { App } from '../../../http/app.ts';
import { readReceipt, type ReceiptNeeds } from './read-receipt.ts';

export function receiptRoutes(app: App, needs: ReceiptNeeds): void {
  app.route({
    ...contract.getReceipt,
    handler: async ({ actor, params }) => ({ data: await readReceipt(needs, actor, params.id) }),
  });
}
