import type { Platform } from '../platform.ts'
import { createOtlpExporter } from './otlp-exporter.ts'
import { createTracer, type Tracer } from './tracer.ts'

/** Undefined where the settings name no collector: then no traces are kept. */
export function openTraces(
  { config, clock, log, metrics }: Pick<Platform, 'config' | 'clock' | 'log' | 'metrics'>,
  version: string,
): { tracer: Tracer; close: () => Promise<void> } | undefined {
  if (!config.traces.url) return undefined
  const exporter = createOtlpExporter({
    endpoint: config.traces.url,
    resource: {
      'service.name': 'support-console',
      'service.version': version,
      'service.instance.id': config.log.instance,
    },
    clock,
    log,
    count: (outcome, spans) => metrics.spans.inc({ outcome }, spans),
  })
  return { tracer: createTracer(clock, exporter, config.traces.shareOfReadings), close: exporter.close }
}
