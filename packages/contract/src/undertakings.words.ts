import { addresses, pageOf } from './addresses.ts'
import type { IdentifiedKind } from './identifiers.ts'
import type { Permission } from './permissions.ts'
import type { TimelineKind } from './timeline.words.ts'

interface UndertakingFacts {
  /** What it takes to read work of this kind. */
  readonly permission: Permission
  /** The address of the console that shows it; `name` is what people know its thing by, `what` which of its sorts it is. */
  readonly page: (work: { id: string; name: string; thing: string; what: string }) => string
  /** What it is done to, where that has a place of its own. */
  readonly of: IdentifiedKind | null
  /** Its call waits for its end, so it is not listed among what goes on by itself. */
  readonly isWaitedFor: boolean
  /** The kind of its entry on its thing's timeline; null: its parts have entries of their own. */
  readonly timeline: TimelineKind | null
}

/**
 * The kinds of lasting work (D5): each has a row in the view `undertaking`, an entry here and its words in the
 * console (docs/recipes/lasting-work.md). Imports no schema, so that the console can carry it.
 */
export const undertakingKinds = {
  batch: {
    permission: 'sim-management.read',
    page: ({ id }) => addresses.simManagement({ batch: id }),
    of: null,
    isWaitedFor: false,
    timeline: null,
  },
  deactivation: {
    permission: 'sim-management.read',
    page: ({ name }) => pageOf('sim', name),
    of: 'sim',
    isWaitedFor: true,
    timeline: null,
  },
  deployment: {
    permission: 'csr.read',
    page: ({ name }) => pageOf('csr', name),
    of: 'csr',
    isWaitedFor: false,
    timeline: 'deployment',
  },
  look: {
    permission: 'sim-information.read',
    page: ({ id, thing, what }) => {
      const companyId = /^company (\d+)$/.exec(thing)?.[1]
      return companyId === undefined
        ? addresses.searchMany(id)
        : addresses.companyPart(Number(companyId), what === 'panel' ? 'panels' : 'sims')
    },
    of: null,
    isWaitedFor: false,
    timeline: null,
  },
  watch: {
    permission: 'webconnect.read',
    page: ({ name }) => pageOf('panel', name),
    of: 'panel',
    isWaitedFor: false,
    timeline: null,
  },
  sweep: {
    permission: 'fleet.read',
    page: () => addresses.fleet(),
    of: null,
    isWaitedFor: false,
    timeline: null,
  },
  disabling: {
    permission: 'panels.read',
    page: ({ name }) => pageOf('panel', name),
    of: 'panel',
    isWaitedFor: false,
    timeline: null,
  },
  enabling: {
    permission: 'panels.read',
    page: ({ id }) => addresses.disabledPanels(id),
    of: null,
    isWaitedFor: false,
    timeline: null,
  },
  series: {
    permission: 'sim-management.read',
    page: ({ id }) => addresses.series(id),
    of: null,
    isWaitedFor: false,
    timeline: null,
  },
  leaving: {
    permission: 'companies.read',
    page: ({ id }) => addresses.leaving(id),
    of: 'company',
    isWaitedFor: false,
    timeline: null,
  },
  waves: {
    permission: 'csr.read',
    page: ({ id }) => addresses.release(id),
    of: null,
    isWaitedFor: false,
    timeline: null,
  },
} as const satisfies Record<string, UndertakingFacts>

export type UndertakingKind = keyof typeof undertakingKinds

/** The kinds that are listed and may be read with these rights. */
export const listedKinds = (may: (permission: Permission) => boolean): UndertakingKind[] =>
  (Object.keys(undertakingKinds) as UndertakingKind[]).filter(
    (kind) => !undertakingKinds[kind].isWaitedFor && may(undertakingKinds[kind].permission),
  )

/** `incomplete`: over, and not all of its parts were done. The last three are final. */
export const undertakingStates = ['pending', 'running', 'succeeded', 'incomplete', 'error'] as const
export type UndertakingState = (typeof undertakingStates)[number]

/** So long after its end a piece of work is among one's own, in hours. */
export const shownAfterEndHours = 24

/** What a notice tells: the end of work, that it ends soon, or that it waits for a person. */
export const noticeAbouts = ['ended', 'soon', 'paused'] as const
export type NoticeAbout = (typeof noticeAbouts)[number]
/** So many notices are listed at once. */
export const mostNotices = 50
