import { type PageLanguage, thing } from '@support-console/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { appendAudit } from '../../../platform/audit/append-audit.ts'
import { auditedTransaction } from '../../../platform/audit/audited-transaction.ts'
import type { Api } from '../../../platform/http/api.ts'
import { createDoorLimits } from '../limits.ts'
import { createAsking } from './ask.ts'
import { endOf, findByToken, isToken, type LinkRow, rightsNow } from './installers-link.store.ts'
import { languageOf, type PlainPage, pageView, renderPage, renderPlain } from './page.ts'
import { pageProgram, pageStyle } from './page-files.ts'

/** The trail has at most one opening of a link in a minute, and of a page that reads again by itself one an hour. */
export const enteredEveryMs = { opening: 60_000, again: 3_600_000 } as const

/** Nothing of the console's: its own two files, and its own address. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

const statusCodes: Readonly<Record<PlainPage, number>> = {
  ended: 410,
  endedReported: 410,
  unknown: 404,
  busy: 429,
  failed: 503,
}

type Request = FastifyRequest<{ Params: { token: string }; Querystring: Record<string, unknown> }>

/** The page for installers, without an account (D59). */
export function servePage(api: Api): void {
  const { app, platform } = api
  const { db, clock, log } = platform
  const limits = createDoorLimits(clock)
  const asking = createAsking(api)

  const languageFor = ({ query, headers }: Request, chosen: PageLanguage = 'en') =>
    languageOf(query.lang, headers['accept-language'], chosen)

  function closed(reply: FastifyReply): FastifyReply {
    return reply.headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
  }

  function plain(
    request: Request,
    reply: FastifyReply,
    page: PlainPage,
    chosen?: PageLanguage,
  ): FastifyReply {
    return closed(reply)
      .code(statusCodes[page])
      .type('text/html; charset=utf-8')
      .send(renderPlain(languageFor(request, chosen), page))
  }

  /** The opening is on record before anything is shown. */
  async function enter(row: LinkRow, request: Request, kind: keyof typeof enteredEveryMs): Promise<void> {
    const now = clock.now()
    const before = new Date(now.getTime() - enteredEveryMs[kind])
    const isDue = row.entered_at === null || row.entered_at <= before
    if (!isDue) {
      await db
        .updateTable('installers_link')
        .set({ opened_at: now })
        .where('link_id', '=', row.link_id)
        .execute()
      return
    }
    await auditedTransaction(db, async (trx) => {
      const entered = await trx
        .updateTable('installers_link')
        .set({ opened_at: now, entered_at: now })
        .where('link_id', '=', row.link_id)
        .where(sql<boolean>`coalesce(entered_at, '-infinity') <= ${before}`)
        .returning('link_id')
        .executeTakeFirst()
      if (!entered) return
      await appendAudit(trx, {
        source: 'server',
        user: { issuer: '', subject: '', email: '', sessionId: '', tokenId: '' },
        transactionId: request.id,
        remoteAddress: request.ip,
        route: 'GET /i/{link}',
        permission: '',
        activity: "Installer's Link",
        message: `The link for the installer at panel ${row.cloud_id} was opened`,
        object: thing('panel', row.cloud_id),
        result: 'Success',
        detail: `Made by ${row.email}`,
      })
    })
  }

  /** Answers what is not a live link in one way, whatever it is. */
  async function open(
    request: Request,
    reply: FastifyReply,
    kind: keyof typeof enteredEveryMs,
    show: (row: LinkRow, language: PageLanguage) => Promise<unknown>,
  ): Promise<unknown> {
    const wait = limits.refuse(request.ip)
    if (wait !== undefined) return plain(request, reply.header('retry-after', String(wait)), 'busy')
    try {
      const { token } = request.params
      const row = isToken(token) ? await findByToken(db, token) : undefined
      if (!row) {
        limits.noteMiss(request.ip)
        return plain(request, reply, 'unknown')
      }
      const end = endOf(row, clock.now())
      if (end || !(await rightsNow(db, row)))
        return plain(request, reply, end === 'reported' ? 'endedReported' : 'ended', row.language)
      await enter(row, request, kind)
      return await show(row, languageFor(request, row.language))
    } catch (error) {
      log.error({ err: error }, 'the page of a link cannot be shown')
      return plain(request, reply, 'failed')
    }
  }

  app.get('/i/page.css', (_request, reply) => file(reply, 'text/css', pageStyle))
  app.get('/i/page.js', (_request, reply) => file(reply, 'text/javascript', pageProgram))
  function file(reply: FastifyReply, type: string, content: string): FastifyReply {
    return reply
      .type(`${type}; charset=utf-8`)
      .header('cache-control', 'public, max-age=86400, immutable')
      .send(content)
  }

  app.get('/i/:token', (request: Request, reply) =>
    open(request, reply, request.query.again === undefined ? 'opening' : 'again', async (row, language) => {
      const view = pageView(await asking.told(row), language, clock.now())
      const page = renderPage({ language, view, lastFour: row.cloud_id.slice(-4), until: row.until_at })
      return closed(reply).type('text/html; charset=utf-8').send(page)
    }),
  )
  app.get('/i/:token/now', (request: Request, reply) =>
    open(request, reply, 'again', async (row, language) =>
      closed(reply).send(pageView(await asking.told(row), language, clock.now())),
    ),
  )
}
