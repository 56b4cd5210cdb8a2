import type { IdentifiedKind } from '@support-console/contract/identifiers'
import { type ComponentType, createContext, type ReactNode, Suspense, use } from 'react'

export interface ThingProps {
  readonly of: IdentifiedKind
  /** Its main identifier; of a company its SAP company ID, which all systems have. */
  readonly id: string
  readonly children: ReactNode
}

/** What leads to a thing's place. The app gives it: addresses and rights are not known here. */
export const ThingLink = createContext<ComponentType<ThingProps>>(NoLink)

function NoLink({ children }: ThingProps) {
  return children
}

/** What is said of a thing, leading to its place where the reader may go there. Screens name things by `Identifier`. */
export function Thing(props: ThingProps) {
  const Leads = use(ThingLink)
  if (props.id === '') return props.children
  return (
    <Suspense fallback={props.children}>
      <Leads {...props} />
    </Suspense>
  )
}

/** SIM IDs, cloud IDs, CSRs, containers, transactions and people of ours, as they stand in sentences. */
const named =
  /(?<!\d)(?<sim>89\d{16,20})(?!\d)|\b(?<panel>CBS\d{7})\b|(?<![\w.-])(?:(?<csr>csr-\d{1,4})|(?<container>webconnect-\d{1,4}))(?![\w-])|(?<=\b[Tt]ransaction )(?<transaction>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b|(?<![\w.+@-])(?<staff>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8})(?![\w@-])/g

interface SaidProps {
  readonly children: string
  /** Whose e-mails they are is not known: they lead nowhere. */
  readonly leavesPeople?: boolean
}

/** A sentence, whose names of things lead to their places. */
export function Said({ children: sentence, leavesPeople = false }: SaidProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: id, index, groups = {} } of sentence.matchAll(named)) {
    const of = (Object.keys(groups) as IdentifiedKind[]).find((kind) => groups[kind] !== undefined)
    if (of === undefined || (of === 'staff' && leavesPeople)) continue
    parts.push(
      sentence.slice(end, index),
      <Thing key={index} of={of} id={id}>
        {id}
      </Thing>,
    )
    end = index + id.length
  }
  return (
    <>
      {parts}
      {sentence.slice(end)}
    </>
  )
}
