import type { PlatformSettings } from '../settings/platform-settings.ts'
import { createOtlpExporter } from './otlp-exporter.ts'
import { createTracer, type Tracer } from './tracer.ts'

type Parts = Pick<Parameters<typeof createOtlpExporter>[0], 'clock' | 'log' | 'count'> & {
  config: Pick<PlatformSettings, 'traces' | 'log'>
}

/** Undefined where the settings name no collector: then no traces are kept. */
export function openTraces(
  { config, clock, log, count }: Parts,
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
    count,
  })
  return { tracer: createTracer(clock, exporter, config.traces.shareOfReadings), close: exporter.close }
}
