import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { emptyWithoutHtml } from './build/empty-without-html.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { zipAtOnce } from './build/zip-at-once.ts'

/** The server's policy (R20), without its provider: the parts page must live under it too. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Writes the built page as index.html too: every address of a static server then leads to it. */
function serveAtRoot(page: string): Plugin {
  return {
    name: 'serve-at-root',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = bundle[page]
        if (built?.type === 'asset')
          this.emitFile({ type: 'asset', fileName: 'index.html', source: built.source })
      },
    },
  }
}

/**
 * `vite build` builds the console to dist, `vite build --mode parts` the page of shared parts (/parts) to
 * dist-parts. The parts page is a document of its own, so that nothing of it reaches the production build.
 */
export default defineConfig(({ mode }) => {
  const isParts = mode === 'parts'
  return {
    plugins: [
      react(),
      // The interface speaks en-US only: the other languages' strings of React Aria stay out.
      optimizeLocales.vite({ locales: ['en-US'] }),
      emptyWithoutHtml(),
      zipAtOnce(),
      preloadFont('inter-latin-wght-normal'),
      ...(isParts ? [serveAtRoot('parts.html')] : []),
      precompress(),
    ],
    server: {
      port: 5173,
      // scripts/dev.mjs says where the server listens.
      proxy: { '/api': { target: process.env.API_URL || 'http://localhost:8080', changeOrigin: false } },
    },
    preview: { port: 4179, strictPort: true, headers: { 'content-security-policy': contentSecurityPolicy } },
    build: {
      outDir: isParts ? 'dist-parts' : 'dist',
      // light-dark() in tokens.css must stay as it is.
      target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
      sourcemap: false,
      modulePreload: { polyfill: false },
      // No data: URLs: a font or script must come from a file of ours.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        input: isParts ? 'parts.html' : 'index.html',
        // What the first page needs stays one file, whatever screens share with it: in pieces it is 1.4 kB larger.
        output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
      },
    },
  }
})
