import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `vite dev` finds a running server. */
const server = 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { target: 'es2024', assetsInlineLimit: 0, chunkSizeWarningLimit: 1_000 },
  server: { proxy: { '/api': server, '/docs': server, '/openapi.json': server } },
});
