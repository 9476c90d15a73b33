/** The pages of the app, for the navigation, the palette, keyboard shortcuts and the help. */
import { type Permission, type Role, roleHolds } from '../../../src/spec/roles.ts';
import type { IconName } from '../parts/icons.tsx';

/** A permission of the matrix, reading the audit log, which can be open to everyone, or running the installation. */
export type Wanted = Permission | 'audit' | 'installation';

export interface Place {
  readonly label: string;
  readonly to: string;
  readonly icon: IconName;
  /** The page is offered only with this permission. */
  readonly permission: Wanted;
  /** The key pressed after `g`. */
  readonly key?: string;
}

export const MAIN_PLACES = [
  { label: 'Search', to: '/search', icon: 'search', permission: 'logs:read', key: 's' },
  {
    label: 'Dashboards',
    to: '/dashboards',
    icon: 'dashboard',
    permission: 'dashboards:read',
    key: 'd',
  },
  {
    label: 'Services',
    to: '/services',
    icon: 'service',
    permission: 'services:read',
    key: 'v',
  },
  { label: 'Alerts', to: '/alerts', icon: 'bell', permission: 'alert-rules:read', key: 'w' },
  { label: 'Evaluate', to: '/evaluate', icon: 'evaluate', permission: 'evaluations:run', key: 'e' },
  {
    label: 'Exports',
    to: '/exports',
    icon: 'download',
    permission: 'exports:manage',
    key: 'y',
  },
] as const satisfies readonly Place[];

const SEARCH_PLACES = [
  { label: 'Macros', to: '/search/macros', icon: 'list', permission: 'macros:read' },
  {
    label: 'Data models',
    to: '/search/data-models',
    icon: 'database',
    permission: 'data-models:read',
  },
] as const satisfies readonly Place[];

const SERVICE_PLACES = [
  {
    label: 'Service map',
    to: '/services/map',
    icon: 'pipeline',
    permission: 'services:read',
    key: 'j',
  },
] as const satisfies readonly Place[];

/** Alert pages besides the incidents, which are the main entry to alerts. */
const ALERT_PLACES = [
  {
    label: 'Alert rules',
    to: '/alerts/rules',
    icon: 'gauge',
    permission: 'alert-rules:read',
    key: 'f',
  },
  {
    label: 'Alert channels',
    to: '/alerts/channels',
    icon: 'link',
    permission: 'alert-rules:read',
    key: 'c',
  },
  {
    label: 'Alert silences',
    to: '/alerts/silences',
    icon: 'pause',
    permission: 'alert-rules:read',
    key: 'h',
  },
] as const satisfies readonly Place[];

export const SETTINGS_PLACES = [
  {
    label: 'Organization',
    to: '/settings/organization',
    icon: 'building',
    permission: 'organization:read',
    key: 'o',
  },
  {
    label: 'Members',
    to: '/settings/members',
    icon: 'users',
    permission: 'roles:read',
    key: 'm',
  },
  { label: 'Sign-in', to: '/settings/sign-in', icon: 'key', permission: 'sign-in:manage' },
  {
    label: 'API keys',
    to: '/settings/api-keys',
    icon: 'key',
    permission: 'keys:create',
    key: 'i',
  },
  {
    label: 'Access tokens',
    to: '/settings/access-tokens',
    icon: 'key',
    permission: 'tokens:manage',
    key: 't',
  },
  {
    label: 'Agents',
    to: '/settings/agents',
    icon: 'plug',
    permission: 'agents:use',
  },
  {
    label: 'Indexes',
    to: '/settings/indexes',
    icon: 'database',
    permission: 'indexes:read',
    key: 'x',
  },
  {
    label: 'Pipelines',
    to: '/settings/pipelines',
    icon: 'pipeline',
    permission: 'pipelines:read',
    key: 'p',
  },
  {
    label: 'Lookup tables',
    to: '/settings/lookups',
    icon: 'columns',
    permission: 'lookups:read',
    key: 'k',
  },
  {
    label: 'Data links',
    to: '/settings/data-links',
    icon: 'link',
    permission: 'data-links:read',
  },
  {
    label: 'Short links',
    to: '/settings/short-links',
    icon: 'link',
    permission: 'short-links:use',
  },
  {
    label: 'Usage',
    to: '/settings/usage',
    icon: 'gauge',
    permission: 'organization:read',
    key: 'u',
  },
  { label: 'Audit log', to: '/settings/audit', icon: 'list', permission: 'audit', key: 'l' },
  {
    label: 'Dead-letter queue',
    to: '/settings/dead-letters',
    icon: 'inbox',
    permission: 'dead-letters:manage',
    key: 'q',
  },
  {
    label: 'Deletions',
    to: '/settings/deletions',
    icon: 'trash',
    permission: 'logs:delete',
    key: 'z',
  },
  {
    label: 'Billing',
    to: '/settings/billing',
    icon: 'card',
    permission: 'billing:manage',
    key: 'b',
  },
  {
    label: 'Installation',
    to: '/settings/installation',
    icon: 'database',
    permission: 'installation',
    key: 'r',
  },
  {
    label: 'Targets',
    to: '/settings/targets',
    icon: 'gauge',
    permission: 'installation',
  },
  {
    label: 'Account',
    to: '/settings/account',
    icon: 'user',
    permission: 'tokens:manage',
    key: 'a',
  },
] as const satisfies readonly Place[];

export const START_PLACE = {
  label: 'Send logs',
  to: '/onboarding',
  icon: 'rocket',
  permission: 'organization:read',
  key: 'n',
} as const satisfies Place;

export const ALL_PLACES: readonly Place[] = [
  ...MAIN_PLACES,
  START_PLACE,
  ...SEARCH_PLACES,
  ...SERVICE_PLACES,
  ...ALERT_PLACES,
  ...SETTINGS_PLACES,
];

/** Returns the pages that the user's permissions allow. */
export function placesFor<P extends Place>(
  places: readonly P[],
  may: (wanted: Wanted) => boolean,
): P[] {
  return places.filter((place) => may(place.permission));
}

interface Standing {
  readonly isOperator?: boolean;
  readonly isAuditOpen?: boolean;
}

export function mayOf(
  role: Role,
  { isOperator = false, isAuditOpen = false }: Standing,
): (wanted: Wanted) => boolean {
  return (wanted) => {
    if (wanted === 'installation') return isOperator;
    if (wanted === 'audit') return isAuditOpen || roleHolds(role, 'audit:read');
    return roleHolds(role, wanted);
  };
}
