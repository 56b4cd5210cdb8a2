/** What of the document at /api/openapi.json the page shows. */
interface Operation {
  operationId: string
  summary: string
  'x-access': string
  parameters: readonly { name: string; in: string; required: boolean }[]
  responses: { 200: { content: Readonly<Record<string, unknown>> } }
  'x-codeSamples'?: readonly { source: string }[]
}

export interface ShownCall {
  id: string
  method: string
  path: string
  summary: string
  access: string
  parameters: readonly { name: string; place: string; isRequired: boolean }[]
  /** Media types of its answer. */
  answers: readonly string[]
  example: string
}

/** The calls that a person's program may make, by the first part of their address. */
export function callsOf(document: unknown): ShownCall[] {
  const { paths } = document as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const [sample] = operation['x-codeSamples'] ?? []
      // An outside system proves who it is in a way of its own: no call for others.
      if (!sample) return []
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        access: operation['x-access'],
        parameters: operation.parameters
          .filter((each) => each.in !== 'header')
          .map((each) => ({ name: each.name, place: each.in, isRequired: each.required })),
        answers: Object.keys(operation.responses[200].content),
        example: sample.source,
      }
    }),
  )
}

/** Those with all of these words in their address or description. */
export function withWords(calls: readonly ShownCall[], words: string): ShownCall[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(({ id, method, path, summary }) => {
    const said = `${method} ${path} ${id} ${summary}`.toLowerCase()
    return wanted.every((word) => said.includes(word))
  })
}

/** By area, the first part of the address: '/api/fleet'. */
export function byArea(calls: readonly ShownCall[]): [area: string, calls: ShownCall[]][] {
  const areas = Map.groupBy(calls, ({ path }) => path.split('/').slice(0, 3).join('/'))
  return [...areas].sort(([one], [other]) => one.localeCompare(other))
}
