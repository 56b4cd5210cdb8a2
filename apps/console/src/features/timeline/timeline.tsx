import { useDownload } from '../../kit/download/index.ts'
import { TimelineView } from './timeline-view.tsx'
import { type Subject, useTimeline } from './use-timeline.ts'

interface TimelineProps extends Subject {
  /** The page that it stands on, for the entry of a download (D18). */
  readonly screenTitle: string
}

/** What happened to a thing, the newest first (connected console, section 6). */
export function Timeline(props: TimelineProps) {
  // Of another thing nothing is kept: neither what is filtered nor what is shown meanwhile.
  return <TimelineOf key={`${props.things} ${props.id}`} {...props} />
}

function TimelineOf({ things, id, screenTitle }: TimelineProps) {
  const timeline = useTimeline({ things, id })
  const download = useDownload(screenTitle)
  return <TimelineView id={id} {...timeline} download={download} />
}
