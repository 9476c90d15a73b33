/** Opaque ids with a type prefix, so that people can tell them apart. */
export type OrganizationId = string & { readonly kind: 'organization' };
export type UserId = string & { readonly kind: 'user' };

export const ID_PREFIXES = {
  organization: 'org_',
  user: 'usr_',
  member: 'mem_',
  invitation: 'inv_',
  elevation: 'elv_',
  auditEntry: 'ade_',
  auditStream: 'aud_',
  operatorEntry: 'ope_',
  apiKey: 'key_',
  accessToken: 'pat_',
  domain: 'dom_',
  connection: 'con_',
  scimToken: 'sct_',
  scimRequest: 'scr_',
  directoryUser: 'dir_',
  directoryGroup: 'grp_',
  alertRule: 'alr_',
  alertBatch: 'abt_',
  alertIncident: 'inc_',
  alertIncidentEvent: 'ine_',
  alertEvent: 'aev_',
  alertChannel: 'chn_',
  alertDelivery: 'dlv_',
  alertSilence: 'sil_',
  dashboard: 'dsh_',
  dashboardLink: 'dlk_',
  report: 'rep_',
  export: 'exp_',
  exportRun: 'run_',
  import: 'imp_',
  service: 'svc_',
  kpi: 'kpi_',
  kpiRows: 'kpr_',
  pipeline: 'pip_',
  savedSearch: 'ssr_',
  lookupTable: 'lkp_',
  macro: 'mac_',
  dataModel: 'dmo_',
  dataLink: 'lnk_',
  shortLink: 'shl_',
  logDeletion: 'del_',
  evaluation: 'evl_',
  check: 'chk_',
  checkRun: 'chr_',
  checkBadge: 'chb_',
  creditHold: 'hold_',
  mail: 'mail_',
  request: 'req_',
} as const;

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The prefix of the kind, followed by 131 random bits in base62. */
export function newId(kind: keyof typeof ID_PREFIXES): string {
  return ID_PREFIXES[kind] + randomBase62(22);
}

/** Uniformly random characters from the machine's secure source. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of globalThis.crypto.getRandomValues(new Uint8Array(length * 2))) {
      // 248 is the largest multiple of 62 in a byte; larger values would favor the first characters.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}

/** The only place where a validated string becomes an organization ID. */
export function organizationId(text: string): OrganizationId {
  return text as OrganizationId;
}

/** The only place where a validated string becomes a user ID. */
export function userId(text: string): UserId {
  return text as UserId;
}
