import type { TimelineKind } from '@support-console/contract'
import type { IdentifiedKind } from '@support-console/contract/identifiers'
import { ThingIcon } from '../../kit/thing-icon.tsx'
import { drawn } from '../../ui/icons/icon.tsx'

const PlugIcon = drawn(<path d="M5.5 2v3M10.5 2v3M4 5h8v2.5a4 4 0 0 1-8 0ZM8 11.5V14" />)

const WavesIcon = drawn(
  <>
    <path d="M5.2 5.2a4 4 0 0 0 0 5.6M10.8 5.2a4 4 0 0 1 0 5.6M3 3a7 7 0 0 0 0 10M13 3a7 7 0 0 1 0 10" />
    <path d="M8 8h.01" />
  </>,
)

/** What acted or was changed; null: a source told something. */
const kinds: Readonly<Record<Exclude<TimelineKind, 'connection' | 'outage'>, IdentifiedKind | null>> = {
  action: 'person',
  flag: 'panel',
  environment: 'panel',
  'sim-activity': 'sim',
  deactivation: 'sim',
  deployment: 'csr',
  observation: null,
  gap: null,
}

/** What kind of thing happened. */
export function StepIcon({ kind }: { readonly kind: TimelineKind }) {
  if (kind === 'connection' || kind === 'outage') return <PlugIcon />
  const thing = kinds[kind]
  return thing ? <ThingIcon kind={thing} /> : <WavesIcon />
}
