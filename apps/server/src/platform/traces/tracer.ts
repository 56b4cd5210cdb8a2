import type { Clock } from '../clock.ts'
import type { FinishedSpan, SpanExporter } from './otlp-exporter.ts'
import type { TraceContext } from './trace-context.ts'

/** As OTLP numbers them. */
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 }

/** Names, numbers and states alone: nothing of a body, an address of a person, a token or a password may stand here. */
type Attributes = Record<string, string | number>

/** Something that takes time, within a trace. */
export interface Span extends TraceContext {
  begin(name: string, kind: keyof typeof kinds, attributes?: Attributes): Span
  /** A part of it that is over, so many milliseconds long. */
  note(name: string, durationMs: number, isFailed: boolean): void
  end(attributes?: Attributes, isFailed?: boolean): void
}

export interface Tracer {
  /** Whether a trace of readings is one of the share that is kept: told by its id, so that all servers agree (OpenTelemetry, TraceIdRatioBased). */
  samples(traceId: string): boolean
  /** @param parent of its caller; `spanId` undefined: it begins the trace */
  begin(
    name: string,
    kind: keyof typeof kinds,
    parent: { traceId: string; spanId?: string },
    attributes?: Attributes,
  ): Span
}

/** No secret and no key: it must only differ from the others of its trace. */
const newSpanId = (): string => `${half()}${half()}`
const half = () =>
  Math.floor(Math.random() * 0xffffffff + 1)
    .toString(16)
    .padStart(8, '0')
    .slice(-8)

export function createTracer(clock: Clock, exporter: SpanExporter, shareOfReadings: number): Tracer {
  // By the clock that never jumps, so that parts lie within their whole; the time of day is looked at again now and then.
  let origin = 0
  const now = (): number => {
    const elapsed = clock.elapsed()
    const day = clock.now().getTime() - elapsed
    if (Math.abs(day - origin) > 100) origin = day
    return origin + elapsed
  }

  function finish(
    span: Omit<FinishedSpan, 'endMs' | 'isFailed'>,
    endMs: number,
    attributes: Attributes | undefined,
    isFailed: boolean,
  ): void {
    if (attributes) Object.assign(span.attributes, attributes)
    exporter.take({ ...span, endMs, isFailed })
  }

  const begin: Tracer['begin'] = (name, kind, { traceId, spanId: parentId }, attributes = {}) => {
    const spanId = newSpanId()
    const span = { traceId, spanId, parentId, name, kind: kinds[kind], startMs: now(), attributes }
    return {
      traceId,
      spanId,
      begin: (inner, its, more) => begin(inner, its, span, more),
      note(part, durationMs, failed) {
        const endMs = now()
        const start = { startMs: endMs - durationMs, attributes: {} }
        finish(
          { ...span, ...start, spanId: newSpanId(), parentId: spanId, name: part, kind: kinds.client },
          endMs,
          undefined,
          failed,
        )
      },
      end: (more, isFailed = false) => finish(span, now(), more, isFailed),
    }
  }
  return {
    begin,
    // As many bits of its random part as a number holds.
    samples: (traceId) => Number.parseInt(traceId.slice(-13), 16) >= (1 - shareOfReadings) * 2 ** 52,
  }
}
