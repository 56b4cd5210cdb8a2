import { originValidation } from '@modelcontextprotocol/fastify'
import { createMcpHandler, type OAuthProtectedResourceMetadata } from '@modelcontextprotocol/server'
import { calls, permissions } from '@support-console/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../../platform/http/api.ts'
import { answerProblem } from '../../../platform/http/error-handler.ts'
import { whoCalls } from '../../../platform/http/who-calls.ts'
import { Problem, problems } from '../../../platform/problem.ts'
import type { User } from '../../../platform/sign-on/user.ts'
import { askCall, isOpenTo, serverFor } from './serve.ts'
import { checkTools, scopesOf, type Tool } from './tool.ts'
import { tools } from './tools.ts'

const path = '/mcp'
const metadataPath = '/.well-known/oauth-protected-resource'

/** The Model Context Protocol over HTTP, without sessions: each request proves who calls. */
export function registerMcp(api: Api, version: string): void {
  checkTools(tools)
  const { app, platform } = api
  const { http, signOn } = platform.config
  const address = new URL(path, http.publicUrl)
  // Where RFC 9728 looks for it, and where clients look that leave the path away.
  const metadataUrl = new URL(`${metadataPath}${path}`, http.publicUrl).href
  const metadata: OAuthProtectedResourceMetadata = {
    resource: address.href,
    authorization_servers: [signOn.issuer],
    scopes_supported: [...permissions],
    bearer_methods_supported: ['header'],
    resource_name: 'Installer Services Support Console',
  }
  const handlers = new WeakMap<Request, { request: FastifyRequest; user: User }>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo && handlers.get(requestInfo)
      if (!caller) throw new Error('the caller of a request is missing')
      return serverFor({ api, ...caller }, version)
    },
    {
      // There is nothing to subscribe to.
      maxSubscriptions: 0,
      onerror: (error) => platform.log.info({ reason: error.message }, 'an MCP request was not taken'),
    },
  )

  for (const url of [metadataPath, `${metadataPath}${path}`])
    app.get(url, async (_request, reply) => reply.header('cache-control', 'no-store').send(metadata))

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    exposeHeadRoute: false,
    url: path,
    compress: false,
    onRequest: [
      originValidation([address.hostname]),
      async (request, reply) => {
        request.user = await whoCalls(api, request)
        reply.headers(api.limits.count(calls.getAccess, request.user))
      },
    ],
    errorHandler: (error, request, reply) => answerProblem(platform, challenged(error), request, reply),
    handler: async (request, reply) => {
      const user = request.user as User
      for (const [tool, input] of toolsAskedIn(request.body))
        if (!isOpenTo({ api, user }, tool)) await refuse(request, user, tool, input)
      const asked = webRequest(request, reply, address)
      handlers.set(asked, { request, user })
      const response = await handler.fetch(asked, { parsedBody: request.body })
      return reply.header('cache-control', 'no-store').send(response)
    },
  })

  /**
   * On record where it would have changed something.
   * @throws Problem Forbidden, with what a token would have to be for
   */
  async function refuse(request: FastifyRequest, user: User, tool: Tool, input: unknown): Promise<never> {
    const missing = { error: 'insufficient_scope', scope: scopesOf(tool).join(' ') }
    const caller = { api, request, user: { ...user, may: () => false } }
    const read = tool.input.safeParse(input)
    if (tool.class === 'writing' && read.success)
      for (const ask of Object.values(tool.asks(read.data)))
        await askCall(caller, tool, ask).catch((error: unknown) => {
          throw error instanceof Problem && error.status === 'Forbidden'
            ? withChallenge(error, missing)
            : error
        })
    throw withChallenge(problems.forbidden(scopesOf(tool).join(' and '), user), missing)
  }

  const challenged = (error: unknown): unknown =>
    error instanceof Problem && error.status === 'Unauthorized' ? withChallenge(error) : error

  /** RFC 6750 and 9728: what was wrong with the token, and who gives a better one. */
  function withChallenge(problem: Problem, said: Record<string, string> = {}): Problem {
    const before = problem.headers['www-authenticate']?.replace(/^Bearer ?/, '')
    const parts = Object.entries({ ...said, resource_metadata: metadataUrl }).map(
      ([name, value]) => `${name}="${value}"`,
    )
    problem.headers['www-authenticate'] = `Bearer ${[...(before ? [before] : []), ...parts].join(', ')}`
    return problem
  }
}

/** The tools that a body calls, one or several, with what it gives them. */
function toolsAskedIn(body: unknown): [Tool, unknown][] {
  return [body].flat().flatMap((message): [Tool, unknown][] => {
    const { method, params } = (message ?? {}) as {
      method?: unknown
      params?: { name?: unknown; arguments?: unknown }
    }
    const name = method === 'tools/call' ? params?.name : undefined
    const tool = typeof name === 'string' && Object.hasOwn(tools, name) ? tools[name] : undefined
    return tool ? [[tool, params?.arguments]] : []
  })
}

/** What came, without its token: no tool has a use for that. Aborted when the caller hangs up. */
function webRequest(request: FastifyRequest, reply: FastifyReply, address: URL): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (name !== 'authorization' && typeof value === 'string') headers.set(name, value)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return new Request(address, {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(request.method === 'POST' ? { body: JSON.stringify(request.body ?? null) } : {}),
  })
}
