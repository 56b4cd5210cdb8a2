import type { OutageScope } from './faults.words.ts'

/** What is said of outages. Imports no schema, so that the console can carry it. */

/** 'outage on webconnect-3': an outage by its scope, as every surface names it. */
export function sayOutage({ of, name }: { of: { kind: OutageScope; id: string }; name: string }): string {
  const said: Record<OutageScope, string> = {
    container: `outage on ${of.id}`,
    company: `outage at ${name || 'a company'}`,
    csr: `outage on CSR server ${of.id}`,
    carrier: `outage with SIMs of ${name}`,
    'sim-range': `outage with SIM IDs that begin with ${of.id}`,
    firmware: `outage of panels with firmware ${of.id}`,
    'network-model': `outage with network model ${name || of.id}`,
    'vpn-endpoint': `outage with VPN endpoint ${of.id}`,
    'same-time': 'outage of panels that stopped at the same time',
    webconnect: 'outage across WebConnect',
  }
  return said[of.kind]
}

/**
 * How an outage was told: `together`: its panels stopped at once; `excess`: far more of them are silent than usually; `down`: their
 * container, or WebConnect as a whole, does not answer.
 */
export const outageHows = ['together', 'excess', 'down'] as const

/** What is over is known for so long, in days. */
export const outagesKeptDays = 366
/** So many outages at most are listed at once, and so many panels of one. */
export const mostOutages = 200
export const mostOutagePanels = 10_000
/** So many that are over stand on Home, for a day. */
export const mostEndedOutages = 5
/** So long before an outage changes are told with it, in minutes: what led to it came first. */
export const beforeOutageMinutes = 30
