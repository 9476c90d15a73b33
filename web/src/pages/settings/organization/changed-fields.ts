import type {
  Organization,
  OrganizationChange,
} from '../../../../../src/contract/organizations.ts';

type Draft = Pick<
  Organization,
  'name' | 'timezone' | 'retentionDays' | 'oauthProviders' | 'allowedNetworks' | 'isAuditOpen'
>;

/** Returns only the changed fields, so that two people who change different things do not overwrite each other. */
export function changedFields(before: Draft, draft: Draft): OrganizationChange {
  const networks = draft.allowedNetworks.map((line) => line.trim()).filter((line) => line !== '');
  return {
    ...(draft.name.trim() === before.name ? {} : { name: draft.name.trim() }),
    ...(draft.timezone === before.timezone ? {} : { timezone: draft.timezone }),
    ...(draft.retentionDays === before.retentionDays ? {} : { retentionDays: draft.retentionDays }),
    ...(isSame(draft.oauthProviders, before.oauthProviders)
      ? {}
      : { oauthProviders: draft.oauthProviders }),
    ...(draft.isAuditOpen === before.isAuditOpen ? {} : { isAuditOpen: draft.isAuditOpen }),
    ...(isSame(networks, before.allowedNetworks) ? {} : { allowedNetworks: networks }),
  };
}

function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
