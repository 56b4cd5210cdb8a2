import { createContext, use } from 'react'

/** A moment of the past: as the address has it, and in milliseconds. */
export interface Moment {
  readonly at: string
  readonly ms: number
  /** The one it is compared with, as the address has it: another instant, or `now`; null: none. */
  readonly to: string | null
  /** Keeps it in an address that the page leads to, unless the address names its own. */
  readonly keep: (address: string) => string
}

/** Round what is shown as it was at a moment; the frame gives it (`kit/moment`). */
export const MomentContext = createContext<Moment | null>(null)

/** The moment that the page tells of; null: now. Reads ask for it, and nothing is changed, asked or noted. */
export const useMoment = (): Moment | null => use(MomentContext)

/** What a call of `pastCalls` is asked, of that moment; the contract's types know nothing of `at`. */
export const askedAt = <Query>(moment: Moment | null, query: Query): Query =>
  moment ? { ...query, at: moment.at } : query
