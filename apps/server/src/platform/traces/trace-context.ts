/** Where a trace stands (W3C Trace Context): ids in small hexadecimal digits, 32 and 16. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
}

/**
 * What came in `traceparent`, if it is well formed.
 * @returns `isSampled`: anyone who began the trace keeps it
 */
export function parseTraceparent(header: unknown): (TraceContext & { isSampled: boolean }) | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const traceparentOf = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`

/** The trace of a transaction that no one gave another one: its id without dashes, so that either finds the other. */
export const traceIdOf = (transactionId: string): string => transactionId.replaceAll('-', '').toLowerCase()
