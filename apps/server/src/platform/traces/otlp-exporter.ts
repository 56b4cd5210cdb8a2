import { type Alarm, type Clock, timeLimit, within } from '../clock.ts'

export interface FinishedSpan {
  traceId: string
  spanId: string
  /** Undefined: it began the trace. */
  parentId: string | undefined
  name: string
  /** As OTLP numbers them. */
  kind: number
  /** Milliseconds since 1970, with fractions. */
  startMs: number
  endMs: number
  attributes: Record<string, string | number>
  isFailed: boolean
}

export interface SpanExporter {
  take(span: FinishedSpan): void
  /** Sends what is there, for two seconds at most. */
  close(): Promise<void>
}

/** So many wait at most; further ones are lost rather than kept in memory. */
const mostWaiting = 4_096
const atOnce = 512
const everyMs = 2_000
const answerMs = 5_000
/** So long nothing is collected after a failure: a collector that is away costs nothing. */
const restMs = 30_000

/**
 * Sends spans by OTLP/HTTP with JSON (opentelemetry-proto, trace/v1), from time to time and beside the calls. Nothing waits for it
 * but the end of the server, and what cannot be sent is lost.
 */
export function createOtlpExporter(parts: {
  /** Without /v1/traces, as OTEL_EXPORTER_OTLP_ENDPOINT has it. */
  endpoint: string
  resource: Record<string, string>
  clock: Clock
  log: { warn: (facts: object, message: string) => void; info: (facts: object, message: string) => void }
  /** Told how many went which way. */
  count: (outcome: 'sent' | 'lost', spans: number) => void
}): SpanExporter {
  const { clock, log, count } = parts
  const resource = { attributes: attributesOf(parts.resource) }
  let waiting: FinishedSpan[] = []
  let restUntil = 0
  let alarm: Alarm | undefined
  let sending: Promise<void> | undefined
  let isClosed = false

  async function send(spans: FinishedSpan[]): Promise<void> {
    const body = JSON.stringify({
      resourceSpans: [
        { resource, scopeSpans: [{ scope: { name: 'support-console' }, spans: spans.map(wireOf) }] },
      ],
    })
    const limit = timeLimit(clock, answerMs)
    try {
      const response = await fetch(`${parts.endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: limit.signal,
        redirect: 'error',
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      if (restUntil > 0) log.info({}, 'traces reach their collector again')
      restUntil = 0
      count('sent', spans.length)
    } catch (error) {
      if (restUntil === 0)
        log.warn({ why: reasonOf(error) }, 'traces do not reach their collector; they are lost')
      restUntil = clock.elapsed() + restMs
      count('lost', spans.length + waiting.length)
      waiting = []
    } finally {
      limit.stop()
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await send(waiting.splice(0, atOnce))
  }

  function flush(): Promise<void> {
    alarm?.stop()
    alarm = undefined
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  return {
    take(span) {
      if (isClosed || waiting.length >= mostWaiting || (restUntil > 0 && clock.elapsed() < restUntil))
        return count('lost', 1)
      waiting.push(span)
      if (waiting.length >= atOnce) void flush()
      else alarm ??= clock.after(everyMs, () => void flush())
    },
    async close() {
      await within(clock, 2_000, flush()).catch(() => {})
      isClosed = true
    },
  }
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: { code?: string } }
  return cause?.code ?? message ?? 'unknown'
}

const wireOf = ({
  traceId,
  spanId,
  parentId,
  name,
  kind,
  startMs,
  endMs,
  attributes,
  isFailed,
}: FinishedSpan) => ({
  traceId,
  spanId,
  ...(parentId && { parentSpanId: parentId }),
  name,
  kind,
  startTimeUnixNano: nanosOf(startMs),
  endTimeUnixNano: nanosOf(endMs),
  attributes: attributesOf(attributes),
  ...(isFailed && { status: { code: 2 } }),
})

/** Whole microseconds, which is what a number holds of them. */
const nanosOf = (ms: number): string => `${Math.round(ms * 1000)}000`

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: wireValue(value),
  }))

const wireValue = (value: string | number) => {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
