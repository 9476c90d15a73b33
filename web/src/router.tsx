/** Every address of the web app. Pages load when they are opened. */
import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';

const root = createRootRoute({ component: () => <Outlet /> });
const home = createRoute({ getParentRoute: () => root, path: '/', component: () => null });

export const router = createRouter({ routeTree: root.addChildren([home]) });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
