import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { emptyWithoutHtml } from './build/empty-without-html.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { pureReactRouter } from './build/pure-react-router.ts'
import { zipAtOnce } from './build/zip-at-once.ts'

/** The gallery (gallery.html) is a document of its own, so that nothing of it reaches the production build. */
export default defineConfig({
  plugins: [
    react(),
    // The interface speaks en-US only: the other languages' strings of React Aria stay out.
    optimizeLocales.vite({ locales: ['en-US'] }),
    emptyWithoutHtml(),
    pureReactRouter(),
    zipAtOnce(),
    preloadFont('inter-latin-wght-normal'),
    precompress(),
  ],
  server: {
    port: 5173,
    // scripts/dev.mjs says where the server listens.
    proxy: Object.fromEntries(
      ['/api', '/i/'].map((path) => [
        path,
        { target: process.env.API_URL || 'http://localhost:8080', changeOrigin: false },
      ]),
    ),
  },
  build: {
    // light-dark() in tokens.css must stay as it is.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    sourcemap: false,
    modulePreload: { polyfill: false },
    // No data: URLs: a font or script must come from a file of ours.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'index.html',
      // What the first page needs stays one file, whatever screens share with it: in pieces it is 1.4 kB larger. Each piece's
      // name is in it too, so the fields and dialogs that most screens share come together (what Home needs of them comes
      // apart), and names end in hexadecimal digits: 0.15 kB less, and half of the chance in it.
      output: {
        hashCharacters: 'hex',
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 1 },
            {
              name: 'words',
              test: /[\\/](?:durations|languages|say-when|undertakings\.words|search\.words)\.ts$/,
              priority: 1,
            },
            // Small parts that Home and later screens share: apart they are half a kilobyte larger.
            {
              name: 'few',
              test: /[\\/](?:use-(?:read|news|attention)|choose-file|list-file-kinds|handed-over|read-views|views\.words|home-page)\.tsx?$|[\\/]home[\\/]texts\.ts$/,
              priority: 1,
            },
            {
              // Home says the state of what was used last, and needs nothing else of what is shared.
              name: 'states',
              test: /[\\/](?:thing-state[\\/][a-z-]+\.tsx?|thing-state\.module\.css|source-age\.tsx|en-US[\\/](?:states|ages)\.ts|states\.words\.ts|status\.tsx)$/,
              priority: 1,
            },
            // What Home says of work comes where there is some.
            {
              name: 'undertakings',
              test: /[\\/]en-US[\\/]undertakings\.ts$|[\\/]undertaking[\\/]words\.ts$/,
              priority: 1,
            },
            {
              name: 'shared',
              test: /[\\/]src[\\/](?:ui|kit|app)[\\/](?!date-picker|data-table|workbook|file-uploader|progress-bar|views)/,
              minShareCount: 7,
            },
          ],
        },
      },
    },
  },
})
