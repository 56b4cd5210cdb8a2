import type { z } from 'zod'
import {
  type Answer,
  type Ask,
  jsonBody,
  type NeighbourError,
  type NeighbourOptions,
  neighbourErrors,
  type Outbound,
} from '../platform/outbound/index.ts'
import type { CallOptions } from './carriers/carrier.ts'

interface Question<Shape extends z.ZodType> extends Pick<Ask<unknown>, 'operation' | 'path' | 'query'> {
  shape: Shape
  /** Whether a body of this shape is the answer to this very question. */
  fits?: (body: z.output<Shape>) => boolean
}

/** Everything rejects with a NeighbourError, or with the signal's reason. */
export interface JsonClient {
  get<Shape extends z.ZodType>(question: Question<Shape>, options?: CallOptions): Promise<z.output<Shape>>
  /** Asks once. What was sent and not answered may have happened. */
  put<Shape extends z.ZodType>(
    question: Question<Shape> & { body: object },
    options?: CallOptions,
  ): Promise<z.output<Shape>>
}

/**
 * A system that is read by GET and changed by PUT, and answers both with 200 and JSON.
 * @param whyNot what any other answer means, with the path that was asked
 */
export function createJsonClient(
  outbound: Outbound,
  {
    headers,
    whyNot,
    ...options
  }: NeighbourOptions & {
    headers: Record<string, string>
    whyNot: (answer: Answer, path: readonly string[]) => NeighbourError
  },
): JsonClient {
  const neighbour = outbound.neighbour(options)
  const ask = <Shape extends z.ZodType>(
    { shape, fits, ...question }: Question<Shape>,
    { signal }: CallOptions,
    how: Pick<Ask<unknown>, 'method' | 'safe' | 'body'>,
  ): Promise<z.output<Shape>> =>
    neighbour.ask({
      ...question,
      ...how,
      headers,
      signal,
      read: (answer) => {
        if (answer.status !== 200) throw whyNot(answer, question.path)
        const body = answer.json(shape)
        if (fits && !fits(body)) throw neighbourErrors.mixedUp(options.system)
        return body
      },
    })
  return {
    get: (question, options = {}) => ask(question, options, { method: 'GET', safe: true }),
    put: ({ body, ...question }, options = {}) =>
      ask(question, options, { method: 'PUT', safe: false, body: jsonBody(body) }),
  }
}
