import { invalid } from '../../../base/errors.ts';
import { type Outbound, OutboundError } from '../../../engines/outbound/outbound.ts';

const ENTRA_HOSTS = [
  'login.microsoftonline.com',
  'login.windows.net',
  'sts.windows.net',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
];
/** One tenant of Entra ID. */
const TENANT = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
/** Where personal accounts are: anybody can have one. */
const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** Refuses an issuer that can never be called, or for which anybody could be vouched. */
export function checkIssuer(outbound: Outbound, issuer: string): void {
  try {
    outbound.check(issuer);
  } catch (error) {
    if (error instanceof OutboundError) throw invalid('issuer', error.message);
    throw error;
  }
  const url = new URL(issuer);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(issuer)) {
    throw invalid('issuer', 'An issuer can’t contain a query or a fragment.');
  }
  if (!ENTRA_HOSTS.includes(url.hostname.replace(/\.$/, ''))) return;
  const [tenant = ''] = url.pathname.split('/').filter((part) => part !== '');
  if (TENANT.test(tenant.toLowerCase()) && tenant.toLowerCase() !== PERSONAL_ACCOUNTS) return;
  throw invalid(
    'issuer',
    'Enter the issuer of your tenant: https://login.microsoftonline.com/<tenant ID>/v2.0. With common, organizations or consumers, users of every tenant could sign in.',
  );
}
