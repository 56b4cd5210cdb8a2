import { type Plugin, parseAst } from 'vite'

/**
 * Functions of libraries that no path of the console reaches, but which a bundler cannot see to be unreachable: they hang on one
 * object with those that are. Whoever begins to use a form or fetcher of React Router, say, takes its functions out of here.
 */
const unreached: readonly { readonly file: RegExp; readonly names: readonly string[] }[] = [
  {
    // Apps on telephones, silent sign-on by a frame, and what the token manager does itself (R4).
    file: /[\\/]keycloak-js[\\/]lib[\\/]keycloak\.js$/,
    names: [
      'loadCordovaAdapter',
      'loadCordovaNativeAdapter',
      'checkSsoSilently',
      'updateToken',
      'isTokenExpired',
      'createRegisterUrl',
      'createAccountUrl',
      'loadUserProfile',
      'setupOidcEndpoints',
    ],
  },
  {
    // Forms, fetchers, loaders that lead elsewhere, middleware, routes that are found while somebody navigates, and its own
    // scroll restoration.
    file: /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]router\.js$/,
    names: [
      'handleAction',
      'handleFetcherAction',
      'handleFetcherLoader',
      'fetch',
      'discoverRoutes',
      'cancelDiscoveryNavigation',
      'patchRoutesImpl',
      'enableScrollRestoration',
      'revalidate',
      'startRedirectNavigation',
      'runClientMiddlewarePipeline',
      'callRouteMiddleware',
    ],
  },
]

/** Takes the bodies of those functions out of the build. A version of a library that has one of them no more stops the build. */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: unreached.map(({ file }) => file) },
      handler(code, id) {
        const names = unreached.find(({ file }) => file.test(id))?.names ?? []
        const bodies = bodiesOf(parseAst(code))
        let left = code
        for (const { name, start, end } of bodies.filter(({ name }) => names.includes(name)).reverse())
          left = `${left.slice(0, start)}{ throw Error('left out: ${name}') }${left.slice(end)}`
        const missing = names.filter((name) => !bodies.some((body) => body.name === name))
        if (missing.length > 0)
          this.error(`${id} has no function ${missing.join(', ')} any more: mend build/leave-out.ts`)
        return { code: left, map: null }
      },
    },
  }
}

interface Body {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Every function with a name of its own: declared, a method, or a field of a class; in their order. */
function bodiesOf(node: unknown): Body[] {
  if (Array.isArray(node)) return node.flatMap(bodiesOf)
  if (typeof node !== 'object' || node === null) return []
  const { type, id, key, value, body } = node as Partial<SyntaxNode>
  const inner = Object.values(node).flatMap(bodiesOf)
  if (type === 'FunctionDeclaration' && id && body) return [{ ...body, name: id.name }, ...inner]
  const isOfClass = type === 'MethodDefinition' || type === 'PropertyDefinition'
  return isOfClass && key && value?.body ? [{ ...value.body, name: key.name }, ...inner] : inner
}

/** What is looked at of a node of the syntax tree. */
interface SyntaxNode {
  readonly type: string
  readonly id: { readonly name: string } | null
  readonly key: { readonly name: string }
  readonly value: { readonly body?: Omit<Body, 'name'> } | null
  readonly body: Omit<Body, 'name'>
}
