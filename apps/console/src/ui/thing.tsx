import { type ComponentType, createContext, type ReactNode, use } from 'react'

/** What has a place of its own in the console. */
export type ThingKind = 'sim' | 'panel' | 'company' | 'transaction'

export interface ThingProps {
  readonly of: ThingKind
  /** ICCID, cloud ID, SAP company ID, transaction ID. */
  readonly id: string
  readonly children: ReactNode
}

/** What leads to a thing's place. The app gives it: addresses and rights are not known here. */
export const ThingLink = createContext<ComponentType<ThingProps>>(NoLink)

function NoLink({ children }: ThingProps) {
  return children
}

/** What is said of a thing, leading to its place where the reader may go there. */
export function Thing(props: ThingProps) {
  const Leads = use(ThingLink)
  return props.id === '' ? props.children : <Leads {...props} />
}

/** SIM IDs and cloud IDs, as they stand in sentences. */
const named = /(?<!\d)(89\d{16,20})(?!\d)|\b(CBS\d{7})\b/g

/** A sentence, whose SIM IDs and cloud IDs lead to their places. */
export function Said({ children: sentence }: { readonly children: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of sentence.matchAll(named)) {
    const [id, sim] = match
    parts.push(
      sentence.slice(end, match.index),
      <Thing key={match.index} of={sim ? 'sim' : 'panel'} id={id}>
        {id}
      </Thing>,
    )
    end = match.index + id.length
  }
  return (
    <>
      {parts}
      {sentence.slice(end)}
    </>
  )
}
