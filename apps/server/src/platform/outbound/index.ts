import type { Client } from 'pg'
import type { Clock } from '../clock.ts'
import { createAgent } from './exchange.ts'
import type { GateOptions } from './gate.ts'
import {
  createNeighbour,
  type Neighbour,
  type NeighbourFigures,
  type NeighbourOptions,
  type OutboundParts,
} from './neighbour.ts'

import { createSharedGate, type SharedGate } from './shared-gate.ts'

export type { Ask } from './call.ts'
export type { Answer } from './exchange.ts'
export type { Gate, GateOptions } from './gate.ts'
export type { Neighbour, NeighbourFigures, NeighbourOptions, Pace, SettledCall } from './neighbour.ts'
export { NeighbourError, type NeighbourErrorKind, neighbourErrors } from './neighbour-error.ts'
export { createStanding, quietMs, type Standing, type Trouble } from './standing.ts'
export { untilAborted } from './until-aborted.ts'

export interface Outbound {
  /** By which the neighbours' adapters go, too. */
  clock: Clock
  neighbour: (options: NeighbourOptions) => Neighbour
  /** Of each neighbour there is; several may have one key. */
  figures: () => NeighbourFigures[]
  /** Ends all connections at once; the server's own calls have finished by then. */
  close: () => Promise<void>
}

/** The one client through which the server calls its neighbours (R34, R35). */
export function createOutbound(
  parts: Omit<OutboundParts, 'agent' | 'sharedGate'> & {
    /** Where replicas share a database: how to open a session on it (`Database.openSession`). */
    openSession?: (() => Promise<Client>) | undefined
  },
): Outbound {
  const agent = createAgent()
  const { openSession, ...others } = parts
  const gates: SharedGate[] = []
  const neighbours: Neighbour[] = []
  const sharedGate =
    openSession &&
    ((key: string, options: GateOptions) => {
      const gate = createSharedGate({ clock: parts.clock, openSession, log: parts.log }, key, options)
      gates.push(gate)
      return gate
    })
  return {
    clock: parts.clock,
    neighbour(options) {
      const neighbour = createNeighbour({ agent, sharedGate, ...others }, options)
      neighbours.push(neighbour)
      return neighbour
    },
    figures: () => neighbours.map((neighbour) => neighbour.figures()),
    async close() {
      await agent.destroy()
      await Promise.all(gates.map((gate) => gate.close()))
    },
  }
}

/** `{ type, text }` of a JSON body. */
export const jsonBody = (value: unknown) => ({ type: 'application/json', text: JSON.stringify(value) })

/** `{ type, text }` of a form body. */
export const formBody = (fields: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  text: new URLSearchParams(fields).toString(),
})

export const basicAuthorization = (user: string, secret: string) =>
  `Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}`
