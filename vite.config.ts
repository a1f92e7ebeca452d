import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildId } from './scripts/build-id.mjs';
import { offlineFiles, SERVICE_WORKER } from './scripts/offline-files.mjs';
import { shareOrigin } from './scripts/share-origin.mjs';

/**
 * The development server puts a script and styles into the page itself and talks to it by a web socket, all of which
 * the content policy forbids. The policy is taken out there, and only there.
 */
function withoutPolicyInDevelopment(): Plugin {
  return {
    name: 'highwater:without-policy-in-development',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, ''),
  };
}

export default defineConfig({
  // Relative, so that the site works from any folder of any static host.
  base: './',
  plugins: [react(), withoutPolicyInDevelopment(), offlineFiles(['dist-report/report.html'])],
  define: {
    __HIGHWATER_BUILD__: JSON.stringify(buildId()),
    __HIGHWATER_SHARE_ORIGIN__: JSON.stringify(shareOrigin()),
  },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: true,
    // `scripts/check-size.mjs` reads from it what the browser loads first.
    manifest: true,
    // The content policy allows no `data:` scripts, styles or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', [SERVICE_WORKER]: `src/${SERVICE_WORKER}.ts` },
      output: {
        entryFileNames: ({ name }) => (name === SERVICE_WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
