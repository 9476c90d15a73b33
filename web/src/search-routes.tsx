/** Routes of search and its building blocks, and the layout of all signed-in pages. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadPage } from './api/load-page.ts';
import { root } from './public-routes.tsx';
import { allTexts, texts } from './shell/search-text.ts';
import { SignedInLayout } from './shell/signed-in-layout.tsx';

// For people who are signed in.
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: SignedInLayout,
});

const search = createRoute({
  getParentRoute: () => signedIn,
  path: '/search',
  validateSearch: allTexts,
  component: lazyRouteComponent(
    async () => loadPage(import('./pages/search/search-page.tsx')),
    'SearchPage',
  ),
});
export const searchPages = [
  search,
  createRoute({
    getParentRoute: () => signedIn,
    path: '/s/$id',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/short-link/short-link-page.tsx')),
      'ShortLinkPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/search/macros',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/macros/macros-page.tsx')),
      'MacrosPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/search/macros/$id',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/macros/macro-page.tsx')),
      'MacroPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/search/data-models',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/data-models/data-models-page.tsx')),
      'DataModelsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/search/data-models/$id',
    validateSearch: (values) => texts(values, ['from']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/data-models/data-model-page.tsx')),
      'DataModelPage',
    ),
  }),
] as const;
