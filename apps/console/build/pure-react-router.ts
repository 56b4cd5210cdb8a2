import type { Plugin } from 'vite'

const parts = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]/
const making = /\b(?:\w+\$\d+|React)\.(?:forwardRef|createContext|memo)\(/g
const naming = /^\w+\.displayName = .*$/gm
/** What tells others of each navigation: no one asks for it here. */
const instrumented = /\b(?:init|opts\?)\.instrumentations\b/g

/**
 * React Router makes its components at load, which a bundler must take for an effect: all of them would come with the first
 * page, forms, server rendering and scroll restoration too. Said to be pure, those that no one imports stay out.
 */
export function pureReactRouter(): Plugin {
  return {
    name: 'pure-react-router',
    apply: 'build',
    transform: {
      filter: { id: parts },
      handler: (code) => ({
        code: code
          .replace(making, '/* @__PURE__ */ $&')
          .replace(naming, '')
          .replace(instrumented, 'undefined'),
        map: null,
      }),
    },
  }
}
