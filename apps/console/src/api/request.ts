/**
 * The generic request helper (specification 7): a method, a path, optional query parameters and an optional
 * body. It knows nothing of tokens, envelopes or our server.
 */
type QueryValue = string | number | boolean | null | undefined

export interface RequestOptions {
  method: string
  path: string
  /** Undefined, null and '' are left out; lists give the name several times. */
  query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>> | undefined
  /** FormData goes as it is; everything else is encoded by `contentType`. */
  body?: unknown
  contentType?: 'application/json' | 'application/x-www-form-urlencoded'
  responseType?: 'json' | 'binary' | 'text'
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal | undefined
  /** The request outlives the page (at most 64 kB). */
  keepalive?: boolean
}

/** Specification 3: status, full response, result. A call without any answer rejects as `fetch` does. */
export interface RequestResult {
  status: 'fulfilled' | 'rejected'
  response: Response
  /** JSON (null for an empty body), a Blob, or text. */
  result: unknown
}

export async function request(options: RequestOptions): Promise<RequestResult> {
  const { responseType = 'json', contentType = 'application/json', body } = options
  const headers = new Headers({ ...options.headers, 'X-Requested-With': 'XMLHttpRequest' })
  if (responseType === 'json') headers.set('Accept', 'application/json')
  const hasBody = body !== undefined && body !== null
  if (hasBody && !(body instanceof FormData)) headers.set('Content-Type', contentType)
  const response = await fetch(addressOf(options.path, options.query), {
    method: options.method,
    headers,
    ...(hasBody && { body: encodeBody(body, contentType) }),
    ...(options.signal && { signal: options.signal }),
    keepalive: options.keepalive ?? false,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  })
  return {
    status: response.ok ? 'fulfilled' : 'rejected',
    response,
    result: await readBody(response, response.ok ? responseType : 'json'),
  }
}

/** Path with its query string. */
export function addressOf(path: string, query: RequestOptions['query'] = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one))
  return params.size > 0 ? `${path}?${params}` : path
}

/** Puts encoded values into the braces: `/details/{simId}` with `{simId: 'a/b'}` is `/details/a%2Fb`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || value === null || value === '')
      throw new TypeError(`The path ${path} needs ${name}`)
    // '.' and '..' are steps in a path, encoded or not.
    if (/^\.{1,2}$/.test(String(value))) throw new TypeError(`${name} cannot be '${value}'`)
    return encodeURIComponent(String(value))
  })
}

export function encodeBody(
  body: unknown,
  contentType: NonNullable<RequestOptions['contentType']>,
): string | FormData | URLSearchParams {
  if (body instanceof FormData) return body
  if (contentType === 'application/json') return JSON.stringify(body)
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(body as object))
    if (value !== undefined && value !== null) form.append(name, String(value))
  return form
}

async function readBody(response: Response, type: RequestOptions['responseType']): Promise<unknown> {
  if (type === 'binary') return await response.blob()
  const body = await response.text()
  if (type === 'text') return body
  if (body === '') return null
  try {
    return JSON.parse(body)
  } catch (error) {
    // A proxy's HTML page beside an error code says no more than the code does.
    if (!response.ok) return null
    throw error
  }
}
