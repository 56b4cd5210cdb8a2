import { createHmac, randomBytes } from 'node:crypto'
import {
  addresses,
  type FleetFindingKind,
  factRights,
  fleetFindings,
  type OutageScope,
  outageRights,
  type Permission,
  type SentKind,
  type UndertakingKind,
  undertakingKinds,
} from '@support-console/contract'
import type { About } from './webhooks.table.ts'

/** What happened, as it is kept. */
interface WebhookEvent {
  event_id: string
  kind: SentKind
  thing_id: string
  about: About
  rights: readonly Permission[]
  at: Date
}

const prefix = 'whsec_'

export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/** The page of the console that tells the rest, to those who may read it (D59). */
export function pathOf({
  kind,
  thing_id: id,
  about: { what = '', sort = '', name = '', thing = '' },
}: WebhookEvent): string {
  switch (kind) {
    case 'attention.began':
    case 'attention.ended':
      return addresses.home()
    case 'outage.ended':
      return addresses.outages(id)
    case 'fleet.counts':
      return addresses.fleet(`finding=${id}`)
    case 'test':
      return addresses.webhooks(id)
    default:
      return what in undertakingKinds
        ? undertakingKinds[what as UndertakingKind].page({ id, name, thing, what: sort })
        : addresses.home()
  }
}

/** What it takes to be told of it (D45): by its kind, and what was noted with it. */
export function rightsOf({ kind, thing_id: id, about: { what = '' }, rights }: WebhookEvent): Permission[] {
  switch (kind) {
    case 'outage.ended':
      return [factRights.session, outageRights[what as OutageScope] ?? []].flat()
    case 'fleet.counts':
      return ['fleet.read', ...(fleetFindings[id as FleetFindingKind]?.rights ?? [])]
    case 'watch.ended':
    case 'work.ended':
    case 'waves.paused':
      return [...rights, undertakingKinds[what as UndertakingKind]?.permission ?? []].flat()
    default:
      return [...rights]
  }
}

/** The same for each attempt, byte by byte. */
export const bodyOf = (event: WebhookEvent, publicUrl: string): string =>
  JSON.stringify({
    type: event.kind,
    timestamp: event.at.toISOString(),
    data: { id: event.thing_id, address: publicUrl + pathOf(event) },
  })

/**
 * The headers of one attempt by Standard Webhooks.
 * @param secrets the newest first; each signs
 */
export function signed(
  messageId: string,
  body: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
