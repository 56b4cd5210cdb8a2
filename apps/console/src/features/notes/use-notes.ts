import type { Note } from '@support-console/contract'
import { identified } from '@support-console/contract/identifiers'
import { type NoteKind, noteRights } from '@support-console/contract/notes.words'
import type { Permission } from '@support-console/contract/permissions'
import { useAccess } from '../../api/index.ts'
import { useNews } from '../../api/news/use-news.ts'
import { useRead } from '../../api/use-read.ts'
import { sayMinute } from '../../ui/local-time.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { text } from './texts.ts'

export interface Noted {
  readonly kind: string
  readonly id: string
}

const none: readonly Note[] = []

/** The notes on a thing that hold, read again when something of it has changed (D37), and when one ends. */
export function useNotes({ kind, id }: Noted) {
  const { may } = useAccess()
  const of = Object.hasOwn(noteRights, kind) ? (kind as NoteKind) : undefined
  const mayRead = (right: Permission | undefined) => right !== undefined && may(right) && id !== ''
  const isRead = mayRead(of && identified[of].permission)
  const thing = `${kind} ${id}`
  const { data = none, refetch } = useRead('GET /notes/v1/things/{thing}', {
    params: { thing },
    enabled: isRead,
    refetchInterval: ({ state }) => {
      const [first] = (state.data ?? none).map(({ until }) => Date.parse(until)).sort((a, b) => a - b)
      return first !== undefined && Math.min(60_000, Math.max(1000, first - serverNow() + 500))
    },
  })
  // Of servers none are told.
  const tells = of === undefined || of === 'csr' ? undefined : of
  useNews(tells ?? 'panel', isRead && tells ? refetch : null, (changed) => changed === id)
  return { thing, notes: data, isRead, mayWrite: isRead && mayRead(of && noteRights[of]), readAgain: refetch }
}

/** As a ticket has them. */
export const noteLines = (notes: readonly Note[]): string[] =>
  notes.map(({ text: said, by, until }) =>
    by === ''
      ? text('TicketOfNone', { text: said, time: sayMinute(until) })
      : text('Ticket', { text: said, who: by, time: sayMinute(until) }),
  )
