import type { SearchHit } from '@support-console/contract'
import type { SearchKind } from '@support-console/contract/identifiers'
import type { ReactNode } from 'react'
import { sayAgo } from '../../ui/durations.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { howOf } from './things.ts'

/** A kind without a drawing of its own has a plain one. */
const shapes: Readonly<Partial<Record<SearchKind, ReactNode>>> = {
  sim: (
    <>
      <path d="M4 2.5h5l3 3v8H4z" />
      <rect x="6" y="8" width="4" height="3.5" />
    </>
  ),
  panel: (
    <>
      <rect x="3" y="2.5" width="10" height="11" rx="1.5" />
      <path d="M5.5 5.5h5M5.5 8.5h1M9.5 8.5h1M5.5 11h1M9.5 11h1" />
    </>
  ),
  company: <path d="M3 13.5v-11h6v11M9 6.5h4v7M1.5 13.5h13M5 5h2M5 7.5h2M5 10h2" />,
  csr: (
    <>
      <rect x="2.5" y="3" width="11" height="4" rx="1" />
      <rect x="2.5" y="9" width="11" height="4" rx="1" />
      <path d="M5 5h.01M5 11h.01" />
    </>
  ),
  container: <path d="M2.5 5 8 2.5 13.5 5v6L8 13.5 2.5 11zM2.5 5 8 7.5 13.5 5M8 7.5v6" />,
  person: (
    <>
      <circle cx="8" cy="5" r="2.5" />
      <path d="M3 13.5c.3-2.8 2.3-4.3 5-4.3s4.7 1.5 5 4.3" />
    </>
  ),
  transaction: (
    <>
      <circle cx="4" cy="3.5" r="1.5" />
      <circle cx="4" cy="12.5" r="1.5" />
      <path d="M4 5v6M4 8h4.5M11 3.5h2M11 8h2M11 12.5h2" />
    </>
  ),
}

export function ThingIcon({ kind }: { readonly kind: SearchKind }) {
  return <Icon>{shapes[kind] ?? <circle cx="8" cy="8" r="3" />}</Icon>
}

/** How it fits, and how long ago whoever told it saw it last. */
export const howText = (matched: SearchHit['matched']): string =>
  matched.observed ? `${howOf(matched)} ${sayAgo(matched.observed.lastSeen)}` : howOf(matched)
