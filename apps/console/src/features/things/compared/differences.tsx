import type { ReactNode } from 'react'
import type { DataOf } from '../../../api/call-types.ts'
import { MomentContext } from '../../../api/moment.ts'
import { type ReadOptions, useRead } from '../../../api/use-read.ts'
import { CallBanner } from '../../../ui/call-banner/call-banner.tsx'
import { LoadingMark } from '../../../ui/loading-mark.tsx'
import { Section } from '../../../ui/section.tsx'
import { Block } from '../frame/block.tsx'
import { text } from '../texts.ts'
import styles from './compared.module.css'
import { differing, type Fact } from './facts.ts'
import { type Compared, sayColumn, useCompared } from './other-moment.ts'

/** A block of what differs between the moments that the address compares; nothing where it compares none. */
export function Differences({ children }: { readonly children: (compared: Compared) => ReactNode }) {
  const compared = useCompared()
  if (compared === undefined) return null
  return (
    <Block>
      <Section title={text('Differences')}>
        {typeof compared === 'string' ? <p>{compared}</p> : children(compared)}
      </Section>
    </Block>
  )
}

type ThingCall = 'GET /things/v1/sims/{id}' | 'GET /things/v1/panels/{id}'

interface ThingDifferencesProps<Call extends ThingCall> {
  readonly call: Call
  readonly id: string
  /** As it was at the moment of the page. */
  readonly thing: DataOf<Call>
  readonly factsOf: (thing: DataOf<Call>) => readonly Fact[]
}

/** Of a SIM or a panel: each field that differs, with both values. */
export function ThingDifferences<Call extends ThingCall>(props: ThingDifferencesProps<Call>) {
  return (
    <Differences>
      {(compared) => (
        // Reads ask for the moment around them.
        <MomentContext value={compared.to}>
          <OfThing {...props} compared={compared} />
        </MomentContext>
      )}
    </Differences>
  )
}

function OfThing<Call extends ThingCall>({
  call,
  id,
  thing,
  factsOf,
  compared: { from, to },
}: ThingDifferencesProps<Call> & { readonly compared: Compared }) {
  const { data, error } = useRead<Call>(call, { params: { id } } as unknown as ReadOptions<Call>)
  if (error) return <CallBanner call={{ status: 'rejected', error }} />
  if (data === undefined) return <LoadingMark />
  const rows = differing(factsOf(thing), factsOf(data))
  if (rows.length === 0) return <p role="status">{text('NothingDiffers')}</p>
  return (
    <div className="scroll-x">
      <table className={`listing ${styles.table}`} aria-label={text('Differ')}>
        <thead>
          <tr>
            <th scope="col">{text('Field')}</th>
            <th scope="col">{sayColumn(from)}</th>
            <th scope="col">{sayColumn(to)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before || '–'}</td>
              <td>{after || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
