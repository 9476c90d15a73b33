/** ArcSight Common Event Format 0, one line an entry. */
import type { HashedEntry } from '../../../contract/audit-chain.ts';
import { AUDIT_MAPPING_VERSION } from '../../../spec/audit-streams.ts';
import { isIP } from 'node:net';
import { isFailure } from './is-failure.ts';

/** Of 0 to 10. */
const SEVERITY = { failed: 6, usual: 3 } as const;

export function writeCef(entry: HashedEntry): string {
  const { action, actor, resource, resource_type, ip_address, user_agent, details } = entry;
  const head = ['CEF:0', 'Xplain', 'Xplain', String(AUDIT_MAPPING_VERSION), action];
  const severity = isFailure(action) ? SEVERITY.failed : SEVERITY.usual;
  const extension = {
    rt: String(Date.parse(entry.timestamp)),
    externalId: String(entry.seq),
    act: action,
    outcome: isFailure(action) ? 'failure' : 'success',
    suser: actor,
    ...addressOf(ip_address),
    requestClientApplication: user_agent,
    cs1Label: 'resource',
    cs1: resource,
    cs2Label: 'resource_type',
    cs2: resource_type,
    cs3Label: 'details',
    cs3: JSON.stringify(details),
    cs4Label: 'hash',
    cs4: entry.hash,
  };
  const fields = Object.entries(extension)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${escapeValue(value)}`);
  const name = `${action} ${resource}`;
  return `${[...head, name, String(severity)].map(escapeHead).join('|')}|${fields.join(' ')}`;
}

function addressOf(address: string): Record<string, string> {
  switch (isIP(address)) {
    case 4:
      return { src: address };
    case 6:
      return { c6a2Label: 'Source IPv6 Address', c6a2: address };
    default:
      return {};
  }
}

function escapeHead(text: string): string {
  return text.replaceAll(/[\\|]/g, '\\$&').replaceAll(/[\r\n]+/g, ' ');
}

function escapeValue(text: string): string {
  return text.replaceAll(/[\\=]/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}
