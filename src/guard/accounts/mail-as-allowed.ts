import type { Unit } from '../../engines/metadata/metadata.ts';
import { mayMail, noteMail } from '../access/index.ts';
import type { AccountTools } from './account-needs.ts';

/** Sends a mail that a stranger may have caused, unless the address has received its daily number of them. */
export async function mailAsAllowed(
  tools: AccountTools,
  address: string,
  send: (unit: Unit) => Promise<boolean>,
): Promise<void> {
  if (!(await mayMail(tools, address))) return;
  const isSent = await tools.metadata.transaction(send);
  if (isSent) await noteMail(tools, address);
}
