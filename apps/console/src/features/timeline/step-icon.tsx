import type { TimelineKind } from '@support-console/contract'
import { ProfileIcon } from '../../ui/icons/controls.tsx'
import { drawn } from '../../ui/icons/icon.tsx'

const SimIcon = drawn(
  <>
    <path d="M4 2h5.5L12.5 5v9h-8.5z" />
    <path d="M6.5 8h3.5v3.5H6.5z" />
  </>,
)
const WavesIcon = drawn(
  <>
    <path d="M5.2 5.2a4 4 0 0 0 0 5.6M10.8 5.2a4 4 0 0 1 0 5.6M3 3a7 7 0 0 0 0 10M13 3a7 7 0 0 1 0 10" />
    <path d="M8 8h.01" />
  </>,
)
const ServerIcon = drawn(<path d="M2.25 2.75h11.5v4.5H2.25zM2.25 8.75h11.5v4.5H2.25zM5 5h.01M5 11h.01" />)
const icons: Record<TimelineKind, typeof SimIcon> = {
  action: ProfileIcon,
  flag: ProfileIcon,
  environment: ProfileIcon,
  'sim-activity': SimIcon,
  deactivation: SimIcon,
  deployment: ServerIcon,
  observation: WavesIcon,
  gap: WavesIcon,
}

/** What kind of thing happened. */
export function StepIcon({ kind }: { readonly kind: TimelineKind }) {
  const Icon = icons[kind]
  return <Icon />
}
