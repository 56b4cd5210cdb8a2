import type { Plugin } from 'vite'

/**
 * Adds a preload link for the built font file whose name starts with one of `names`: the first text is painted
 * in its own font, and the browser need not read the style sheet to find it.
 */
export function preloadFont(...names: string[]): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2') && names.some((name) => file.includes(name)))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          }))
      },
    },
  }
}
