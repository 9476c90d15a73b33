/** Routes for visitors who are not signed in, and the root of all routes. */
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { loadPage } from './api/load-page.ts';
import { NotFoundPage } from './parts/not-found-page.tsx';
import { texts } from './shell/search-text.ts';

export const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
});

export const signedOutRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: (search) =>
      texts(search, ['next', 'verified', 'error', 'reference', 'organization']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/account/sign-in-page.tsx')),
      'SignInPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in/confirm',
    validateSearch: (search) => texts(search, ['connection', 'code']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/account/confirm-sign-in-page.tsx')),
      'ConfirmSignInPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    validateSearch: (search) => texts(search, ['next', 'email', 'voucher']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/account/sign-up-page.tsx')),
      'SignUpPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify-email',
    validateSearch: (search) => texts(search, ['token']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/account/verify-email-page.tsx')),
      'VerifyEmailPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/account/forgot-password-page.tsx')),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    validateSearch: (search) => texts(search, ['token']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/account/reset-password-page.tsx')),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/alerts/confirm',
    validateSearch: (search) => texts(search, ['token']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/account/confirm-address-page.tsx')),
      'ConfirmAddressPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invitations/$id',
    validateSearch: (search) => texts(search, ['email', 'voucher']),
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/account/invitation-page.tsx')),
      'InvitationPage',
    ),
  }),
  // Open to anyone with the link; its token follows the `#`.
  createRoute({
    getParentRoute: () => root,
    path: '/public/dashboard/{-$link}',
    component: lazyRouteComponent(
      async () => loadPage(import('./pages/dashboards/public/public-dashboard-page.tsx')),
      'PublicDashboardPage',
    ),
  }),
] as const;
