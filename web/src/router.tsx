/** Every address of the web app. Pages load when they are opened. */
import { createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router';
import { loadPage } from './api/load-page.ts';
import { signedOutRoutes, root } from './public-routes.tsx';
import { BrokenPage } from './parts/broken-page.tsx';
import { NotFoundPage } from './parts/not-found-page.tsx';
import { HomePage } from './pages/home/home-page.tsx';
import { searchPages, signedIn } from './search-routes.tsx';
import { allLists, allTexts, readSearch, texts, writeSearch } from './shell/search-text.ts';

const home = createRoute({ getParentRoute: () => signedIn, path: '/', component: HomePage });
/** Unknown URLs show the not-found page inside the frame, so that the navigation stays available. */
const nowhere = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  component: NotFoundPage,
});
const evaluate = createRoute({
  getParentRoute: () => signedIn,
  path: '/evaluate',
  validateSearch: allTexts,
  component: lazyRouteComponent(
    async () => loadPage(import('./pages/evaluate/evaluate-page.tsx')),
    'EvaluatePage',
  ),
});
const consent = createRoute({
  getParentRoute: () => signedIn,
  path: '/oauth/authorize',
  validateSearch: allTexts,
  component: lazyRouteComponent(
    async () => loadPage(import('./pages/consent/consent-page.tsx')),
    'ConsentPage',
  ),
});
const onboarding = createRoute({
  getParentRoute: () => signedIn,
  path: '/onboarding',
  component: lazyRouteComponent(
    async () => loadPage(import('./pages/onboarding/onboarding-page.tsx')),
    'OnboardingPage',
  ),
});
/** Where the API keys were before. */
const integrations = createRoute({
  getParentRoute: () => signedIn,
  path: '/integrations',
  component: () => <Navigate to="/settings/api-keys" replace />,
});

const dashboardPages = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/dashboards',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/dashboards/list/dashboards-page.tsx')),
      'DashboardsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/dashboards/$id',
    validateSearch: allLists,
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/dashboards/view/dashboard-page.tsx')),
      'DashboardPage',
    ),
  }),
] as const;

const services = createRoute({
  getParentRoute: () => signedIn,
  path: '/services',
  component: lazyRouteComponent(
    async () => loadPage(import('./pages/services/services-page.tsx')),
    'ServicesPage',
  ),
});
const servicePages = [
  createRoute({
    getParentRoute: () => services,
    path: '/',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/services/list/service-list-page.tsx')),
      'ServiceListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => services,
    path: '/map',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/services/map/map-page.tsx')),
      'MapPage',
    ),
  }),
  createRoute({
    getParentRoute: () => services,
    path: '/$id',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/services/service/service-page.tsx')),
      'ServicePage',
    ),
  }),
  createRoute({
    getParentRoute: () => services,
    path: '/$id/kpis/$kpi',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/services/kpi/kpi-page.tsx')),
      'KpiPage',
    ),
  }),
] as const;

const alerts = createRoute({
  getParentRoute: () => signedIn,
  path: '/alerts',
  component: lazyRouteComponent(
    async () => loadPage(import('./pages/alerts/alerts-page.tsx')),
    'AlertsPage',
  ),
});
const alertPages = [
  createRoute({
    getParentRoute: () => alerts,
    path: '/',
    validateSearch: (values) => texts(values, ['status', 'severity', 'rule']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/alerts/incidents/incidents-page.tsx')),
      'IncidentsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => alerts,
    path: '/rules',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/alerts/rules/rules-page.tsx')),
      'RulesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => alerts,
    path: '/rules/$id',
    validateSearch: allTexts,
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/alerts/editor/rule-page.tsx')),
      'RulePage',
    ),
  }),
  createRoute({
    getParentRoute: () => alerts,
    path: '/channels',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/alerts/channels/channels-page.tsx')),
      'ChannelsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => alerts,
    path: '/silences',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/alerts/silences/silences-page.tsx')),
      'SilencesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => alerts,
    path: '/$id',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/alerts/incidents/incident-page.tsx')),
      'IncidentPage',
    ),
  }),
] as const;

const exportsRoot = createRoute({
  getParentRoute: () => signedIn,
  path: '/exports',
  component: lazyRouteComponent(
    async () => loadPage(import('./pages/exports/exports-page.tsx')),
    'ExportsPage',
  ),
});
const exportPages = [
  createRoute({
    getParentRoute: () => exportsRoot,
    path: '/',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/exports/list/export-list-page.tsx')),
      'ExportListPage',
    ),
  }),
  createRoute({
    getParentRoute: () => exportsRoot,
    path: '/new',
    validateSearch: allTexts,
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/exports/editor/new-export-page.tsx')),
      'NewExportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => exportsRoot,
    path: '/imports',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/exports/imports/imports-page.tsx')),
      'ImportsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => exportsRoot,
    path: '/$id',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/exports/export/export-page.tsx')),
      'ExportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => exportsRoot,
    path: '/$id/edit',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/exports/editor/edit-export-page.tsx')),
      'EditExportPage',
    ),
  }),
] as const;

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(
    async () => loadPage(import('./shell/settings-layout.tsx')),
    'SettingsLayout',
  ),
});
const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    component: () => <Navigate to="/settings/organization" replace />,
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/organization',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/organization/organization-page.tsx')),
      'OrganizationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/members',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/members/members-page.tsx')),
      'MembersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/access-tokens',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/access-tokens/access-tokens-page.tsx')),
      'AccessTokensPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/agents',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/agents/agents-page.tsx')),
      'AgentsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/indexes',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/indexes/indexes-page.tsx')),
      'IndexesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/lookups',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/lookups/lookups-page.tsx')),
      'LookupsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/data-links',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/data-links/data-links-page.tsx')),
      'DataLinksPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/api-keys',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/api-keys/api-keys-page.tsx')),
      'ApiKeysPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/short-links',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/short-links/short-links-page.tsx')),
      'ShortLinksPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/pipelines',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/pipelines/pipelines-page.tsx')),
      'PipelinesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/pipelines/$id',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/pipelines/pipeline-page.tsx')),
      'PipelinePage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/deletions',
    validateSearch: (values) => texts(values, ['q', 'earliest', 'latest']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/deletions/deletions-page.tsx')),
      'DeletionsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/usage',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/usage/usage-page.tsx')),
      'UsagePage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/audit',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/audit/audit-page.tsx')),
      'AuditPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/audit/streams',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/audit-streams/streams-page.tsx')),
      'StreamsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/sign-in',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/sign-in/sign-in-settings-page.tsx')),
      'SignInSettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/directory',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/directory/directory-page.tsx')),
      'DirectoryPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/dead-letters',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/dead-letters/dead-letters-page.tsx')),
      'DeadLettersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/billing',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/billing/billing-page.tsx')),
      'BillingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/installation',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/installation/installation-page.tsx')),
      'InstallationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/targets',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/targets/targets-page.tsx')),
      'TargetsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/account',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/settings/account/account-page.tsx')),
      'AccountPage',
    ),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    ...signedOutRoutes,
    signedIn.addChildren([
      home,
      nowhere,
      ...searchPages,
      evaluate,
      consent,
      onboarding,
      integrations,
      ...dashboardPages,
      services.addChildren(servicePages),
      alerts.addChildren(alertPages),
      exportsRoot.addChildren(exportPages),
      settings.addChildren(settingsPages),
    ]),
  ]),
  parseSearch: readSearch,
  stringifySearch: writeSearch,
  defaultPreload: 'intent',
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
