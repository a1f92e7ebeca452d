import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildId } from './scripts/build-id.mjs';

/**
 * The form of reports: one file, which has to open from a disk, where a browser loads no module and no worker beside
 * it. What it may run is named by its hash, so the policy needs no 'unsafe-inline'.
 */
function inOneFile(): Plugin {
  return {
    name: 'highwater:in-one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = Object.values(bundle).find(({ fileName }) => fileName === 'report.html');
      if (page?.type !== 'asset') throw new Error('The build made no report.html.');
      let scripts = '';
      let styles = '';
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        if (file.type === 'chunk') scripts += file.code;
        else if (name.endsWith('.css')) styles += text(file.source);
        else throw new Error(`The report needs a file beside it: ${name}`);
        delete bundle[name];
      }
      // Neither may end its element; in scripts both are the same characters to JavaScript.
      const script = scripts.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
      const style = styles.replaceAll('</style', '<\\/style');
      page.source = text(page.source)
        .replaceAll(/\s*<script type="module"[^>]*src=[^>]*><\/script>/g, '')
        .replaceAll(/\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, '')
        .replace("script-src 'none'", () => `script-src '${hashOf(script)}'`)
        .replace("style-src 'none'", () => `style-src '${hashOf(style)}'`)
        .replace('</head>', () => `<style>${style}</style>\n  </head>`)
        .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`);
    },
  };
}

function text(source: string | Uint8Array): string {
  return typeof source === 'string' ? source : new TextDecoder().decode(source);
}

/** As a content policy names it. */
function hashOf(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [react(), inOneFile()],
  define: { __HIGHWATER_BUILD__: JSON.stringify(buildId()) },
  build: {
    outDir: 'dist-report',
    target: 'es2022',
    sourcemap: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { input: 'report.html', output: { codeSplitting: false } },
  },
});
