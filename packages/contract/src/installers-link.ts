import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { identified } from './identifiers.ts'
import { linkLasts, mostLinks, pageLanguages } from './installers-link.words.ts'
import { thingId } from './things.ts'

const instant = z.iso.datetime()

/** A link to the page of one panel, for the installer at the box. Its address is told once, when it is made. */
export const InstallersLink = z.object({
  linkId: z.string(),
  cloudId: z.string(),
  language: z.enum(pageLanguages),
  /** Whose e-mail; empty: the reader may not read what people did. */
  by: z.string(),
  at: instant,
  until: instant,
  /** Since when the panel reports without a break while the link lasts; null: it does not, as far as is known. */
  reportingSince: instant.nullable(),
  /** When it was last opened; null: never. */
  openedAt: instant.nullable(),
})
export type InstallersLink = z.infer<typeof InstallersLink>

const params = z.strictObject({ cloudId: thingId('panel') })
const screen = "Installer's Link"
const spec = 'D59'

export const installersLinkCalls = {
  listInstallersLinks: defineCall({
    method: 'GET',
    path: '/doors/v1/panels/{cloudId}/installers-links',
    access: identified.panel.permission,
    spec,
    summary: 'The live links to the page of a panel for installers, without their addresses',
    params,
    data: z.array(InstallersLink),
  }),
  makeInstallersLink: defineCall({
    method: 'POST',
    path: '/doors/v1/panels/{cloudId}/installers-links',
    access: 'panels.change',
    spec,
    audit: { screen, action: 'Make a link for the installer at panel {cloudId}', object: 'panel {cloudId}' },
    summary: `Make a link for the installer at a panel: anyone who has its address sees without an account whether the panel reports. It lasts ${linkLasts.hours} hours, or until the panel has reported for ${linkLasts.reportingMinutes} minutes; at most ${mostLinks} at a time`,
    params,
    body: z.strictObject({ language: z.enum(pageLanguages) }),
    data: InstallersLink.extend({ address: z.string() }),
    carriesSecret: true,
  }),
  revokeInstallersLink: defineCall({
    method: 'POST',
    path: '/doors/v1/installers-links/{linkId}/revoke',
    access: 'panels.change',
    spec,
    audit: { screen, action: 'Revoke a link for the installer ({linkId})' },
    summary: 'Revoke a link for the installer, by anyone who may make one',
    params: z.strictObject({ linkId: z.guid('must be the id of a link') }),
    data: z.null(),
  }),
} as const satisfies Record<string, Call>
