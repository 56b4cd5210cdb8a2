import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import { z } from 'zod'
import type { Platform } from '../platform.ts'
import { problems } from '../problem.ts'
import { createCount } from './rate-limits.ts'

/** Where browsers tell what the policy of a page kept from happening. */
export const CSP_REPORTS = '/csp-reports'

const word = z.string().max(2_000).catch('')
/** As the Reporting API sends them, several at once, and as `report-uri` does (Firefox). */
const Report = z.object({ body: z.object({ effectiveDirective: word, blockedURL: word }) })
const OldReport = z
  .object({ 'csp-report': z.object({ 'effective-directive': word, 'blocked-uri': word }) })
  .transform(({ 'csp-report': old }) => ({
    body: { effectiveDirective: old['effective-directive'], blockedURL: old['blocked-uri'] },
  }))
const Reports = z.union([z.array(Report).max(100), OldReport.transform((report) => [report])])

/** So many posts of one address are read in a minute: a page of ours sends none. */
const mostPosts = 60

/** A name beyond these is someone's invention. */
const directive =
  /^(script|style|img|font|connect|frame|child|worker|media|manifest|object|default)-src(-elem|-attr)?$|^(base-uri|form-action|frame-ancestors|require-trusted-types-for|trusted-types)$/

/**
 * Counts them, and logs one a minute of each directive (F8). Anybody may post here, so it is a hint and no more: bounded, and
 * of an address only its origin, since the rest may name customers.
 */
export async function takeCspReports(
  app: FastifyInstance,
  { log, clock, metrics }: Pick<Platform, 'log' | 'clock' | 'metrics'>,
): Promise<void> {
  const told = createCount(clock, 60_000)
  const posts = createCount(clock, 60_000)
  const reports = new Counter({
    name: 'csp_reports_total',
    help: 'What the policy of a page kept from happening, as browsers report it',
    labelNames: ['directive'],
    registers: [metrics.registry],
  })
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      ['application/reports+json', 'application/csp-report'],
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'error'),
    )
    scope.post(
      CSP_REPORTS,
      {
        bodyLimit: 65_536,
        // Before the body is read.
        onRequest: async (request) => {
          const { times, leftMs } = posts.add(request.ip)
          if (times > mostPosts) throw problems.tooMany(Math.ceil(leftMs / 1000))
        },
      },
      async (request, reply) => {
        for (const { body } of Reports.safeParse(request.body).data ?? []) {
          const kept = directive.test(body.effectiveDirective) ? body.effectiveDirective : 'other'
          reports.inc({ directive: kept })
          if (told.add(kept).times === 1)
            log.warn(
              { directive: kept, blocked: originOf(body.blockedURL) },
              'a page was kept from something by its policy',
            )
        }
        return reply.code(204).send()
      },
    )
  })
}

/** 'https://evil.example', or the word that stands in its place: 'inline', 'eval', 'data'. */
function originOf(blocked: string): string {
  const { origin } = URL.parse(blocked) ?? { origin: 'null' }
  return origin === 'null' ? (/^[a-z-]{1,40}/.exec(blocked)?.[0] ?? '') : origin.slice(0, 200)
}
