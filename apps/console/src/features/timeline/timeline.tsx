import { pageOf } from '@support-console/contract/addresses'
import type { IdentifiedKind } from '@support-console/contract/identifiers'
import { asOf, hasPast } from '@support-console/contract/moments.words'
import { useDownload } from '../../kit/download/index.ts'
import { justAfter } from '../../kit/moment/index.ts'
import { TimelineView } from './timeline-view.tsx'
import { type Subject, useTimeline } from './use-timeline.ts'

interface TimelineProps extends Subject {
  /** By which its entries may name it, too. */
  readonly otherIds?: readonly string[] | undefined
  /** The page that it stands on, for the entry of a download (D18). */
  readonly screenTitle: string
}

/** What happened to a thing, the newest first (connected console, section 6). */
export function Timeline(props: TimelineProps) {
  // Of another thing nothing is kept: neither what is filtered nor what is shown meanwhile.
  return <TimelineOf key={`${props.things} ${props.id}`} {...props} />
}

const kindOf = {
  sims: 'sim',
  panels: 'panel',
  companies: 'company',
  csrs: 'csr',
  transactions: 'transaction',
} as const satisfies Record<Subject['things'], IdentifiedKind>

function TimelineOf({ things, id, otherIds, screenTitle }: TimelineProps) {
  const timeline = useTimeline({ things, id })
  const download = useDownload(screenTitle)
  const of = { kind: kindOf[things], ids: [id, ...(otherIds ?? [])] }
  const page = pageOf(of.kind, id)
  return (
    <TimelineView
      of={of}
      {...timeline}
      download={download}
      {...(hasPast(page) && { pathAt: (at) => asOf(page, justAfter(at)) })}
    />
  )
}
