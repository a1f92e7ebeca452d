import { defineConfig } from 'vite';
import { buildId } from './scripts/build-id.mjs';
import { shareOrigin } from './scripts/share-origin.mjs';

/** The command line: one file that Node runs, with its dependencies inside. */
export default defineConfig({
  define: {
    __HIGHWATER_BUILD__: JSON.stringify(buildId()),
    __HIGHWATER_SHARE_ORIGIN__: JSON.stringify(shareOrigin()),
  },
  publicDir: false,
  ssr: { target: 'node', noExternal: true },
  build: {
    ssr: 'src/cli/main.ts',
    outDir: 'dist-cli',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
});
