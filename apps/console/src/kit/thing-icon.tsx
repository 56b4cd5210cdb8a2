import type { IdentifiedKind } from '@support-console/contract/identifiers'
import type { ReactNode } from 'react'
import { Icon } from '../ui/icons/icon.tsx'

const person = (
  <>
    <circle cx="8" cy="5" r="2.5" />
    <path d="M3 13.5c.3-2.8 2.3-4.3 5-4.3s4.7 1.5 5 4.3" />
  </>
)

/** What stands for a thing everywhere, its screen in the menu included. */
export const thingShapes: Readonly<Record<IdentifiedKind, ReactNode>> = {
  sim: (
    <>
      <path d="M3.5 2.5h5.8l3.2 3.2v7.8h-9Z" />
      <rect x="5.75" y="7.5" width="4.5" height="3.75" rx=".5" />
    </>
  ),
  panel: (
    <>
      <rect x="3" y="2" width="10" height="12" rx="1" />
      <path d="M5.5 4.75h5v2.5h-5ZM5.6 9.75h.01M8 9.75h.01M10.4 9.75h.01M5.6 11.75h.01M8 11.75h.01M10.4 11.75h.01" />
    </>
  ),
  company: (
    <>
      <path d="M2.5 13.5v-11h6.5v11M9 6.5h4.5v7M1.5 13.5h13" />
      <path d="M4.75 5.25h2M4.75 8h2M4.75 10.75h2M11.25 9v0M11.25 11.25v0" />
    </>
  ),
  csr: (
    <>
      <rect x="2.25" y="2.75" width="11.5" height="4.5" rx=".75" />
      <rect x="2.25" y="8.75" width="11.5" height="4.5" rx=".75" />
      <path d="M5 5h.01M7.5 5h3.5M5 11h.01M7.5 11h3.5" />
    </>
  ),
  container: <path d="M3 13.5V8.5M6.35 13.5V3.5M9.7 13.5V6.5M13 13.5v-8M1.5 13.5h13" />,
  person,
  staff: person,
  transaction: (
    <>
      <circle cx="4" cy="3.5" r="1.5" />
      <circle cx="4" cy="12.5" r="1.5" />
      <path d="M4 5v6M4 8h4.5M11 3.5h2M11 8h2M11 12.5h2" />
    </>
  ),
}

export function ThingIcon({ kind }: { readonly kind: IdentifiedKind }) {
  return <Icon>{thingShapes[kind]}</Icon>
}
