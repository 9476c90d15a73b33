import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `vite dev` finds a running server. */
const server = 'http://127.0.0.1:4000';

/** The scripts that every page starts with: no page that loads later has to list them again. */
const shell = new Set<string>();

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), findShell()],
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { resolveDependencies: notInShell },
  },
  server: { proxy: { '/api': server, '/docs': server, '/openapi.json': server } },
});

function findShell(): Plugin {
  return {
    name: 'find-shell',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        shell.clear();
        const waiting = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && file.isEntry ? [file.fileName] : [],
        );
        for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
          const file = bundle[name];
          if (shell.has(name) || file?.type !== 'chunk') continue;
          shell.add(name);
          waiting.push(...file.imports);
        }
      },
    },
  };
}

function notInShell(_page: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) {
  return hostType === 'html' ? files : files.filter((file) => !shell.has(file));
}
