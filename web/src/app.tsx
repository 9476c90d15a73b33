/** The web app: theme, cache of answers, notices and routes around every page. */
import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isWorthAnotherTry, retryDelayMs } from './api/retry.ts';
import { router } from './router.tsx';
import { useDensity } from './shell/preferences.ts';
import './theme/global.css';
import { themeFor, variablesFor } from './theme/theme.ts';

const answers = new QueryClient({
  defaultOptions: {
    // `always`: offline users get an error instead of a page that waits forever.
    queries: {
      retry: isWorthAnotherTry,
      retryDelay: retryDelayMs,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

export function App() {
  const [density] = useDensity();
  const theme = useMemo(() => themeFor(density), [density]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variablesFor} defaultColorScheme="auto">
      <QueryClientProvider client={answers}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
