import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** A client of the Model Context Protocol, as people's programs have it. @param mode which of its revisions they speak */
export async function openMcp(url: string, token: string, mode: 'legacy' | 'auto' = 'auto') {
  const client = new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** What a tool answered, and whether it was refused. */
    async use(name: string, input: Record<string, unknown> = {}) {
      const {
        structuredContent,
        content,
        isError = false,
      } = await client.callTool({ name, arguments: input })
      return { answer: structuredContent as Record<string, never>, content, isError }
    },
    close: () => client.close(),
  }
}

/** One message as it goes over the wire, for what no client of the protocol would send. */
export const postMcp = (
  url: string,
  {
    token,
    body,
    headers = {},
    path = '/mcp',
  }: {
    token?: string
    body?: unknown
    headers?: Record<string, string>
    path?: string
  },
): Promise<Response> =>
  fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    body: JSON.stringify(body ?? { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })

export const toolCall = (name: string, input: unknown = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
})
