import { calls, linkLasts, thing } from '@support-console/contract'
import type { Api } from '../../../platform/http/api.ts'
import { registerCall } from '../../../platform/http/register-call.ts'
import { Problem } from '../../../platform/problem.ts'
import { sayUtc } from '../../../platform/say-utc.ts'
import { endLink, endOf, findLink, liveLinks, makeLink } from './installers-link.store.ts'

/** Making, listing and revoking links for installers. */
export function registerInstallersLinks(api: Api): void {
  const { db, clock, config } = api.platform

  registerCall(api, calls.listInstallersLinks, async ({ params, user }) => ({
    data: await liveLinks(db, params.cloudId.toUpperCase(), user, clock.now()),
  }))

  registerCall(api, calls.makeInstallersLink, async ({ params, body, user }, work) => {
    const cloudId = params.cloudId.toUpperCase()
    work.about({
      message: `Make a link for the installer at panel ${cloudId}`,
      object: thing('panel', cloudId),
    })
    return work.finish(async (trx) => {
      const { link, token } = await makeLink(trx, user, { cloudId, ...body }, clock.now())
      return {
        data: { ...link, address: new URL(`/i/${token}`, config.http.publicUrl).href },
        message: `The link lasts ${linkLasts.hours} hours, or until the panel has reported for ${linkLasts.reportingMinutes} minutes.`,
        entry: { detail: `Until ${sayUtc(new Date(link.until))}` },
      }
    })
  })

  registerCall(api, calls.revokeInstallersLink, async ({ params }, work) => {
    const link = await findLink(db, params.linkId)
    work.about({
      message: `Revoke a link for the installer at panel ${link.cloud_id}`,
      object: thing('panel', link.cloud_id),
    })
    return work.finish(async (trx) => {
      const now = clock.now()
      if (endOf(link, now) || !(await endLink(trx, link.link_id, 'revoked', now)))
        throw new Problem('Conflict', 'The link has already ended.')
      return { data: null, message: 'The link no longer works.', entry: {} }
    })
  })
}
