import { build, type Plugin } from 'vite';

interface BundleOptions {
  readonly root: string;
  /** Modules to import or start, by the name of the output file. */
  readonly entries: Readonly<Record<string, string>>;
  readonly plugins?: Plugin[];
  /** What stays an import. */
  readonly isExternal?: (id: string, importer: string | undefined) => boolean;
}

/** Joins many files in few, for the Node that the project pins. Nothing is renamed: people read traces. */
export async function bundleInto(outDir: string, options: BundleOptions): Promise<void> {
  const { root, entries, plugins = [], isExternal = () => false } = options;
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        input: { ...entries },
        external: isExternal,
        output: { entryFileNames: '[name]', chunkFileNames: 'chunk-[hash].mjs' },
      },
    },
  });
}
