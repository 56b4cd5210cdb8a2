import { observed } from '../../texts/en-US/observed.ts'
import { textsOf } from '../../texts/text.ts'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { Phone, SimState } from '../sim-id/index.ts'
import styles from './observed.module.css'
import { SourceAge } from './source-age.tsx'
import type { Observed } from './use-observed.ts'

const text = textsOf(observed)

/** What a system last said of a SIM, with its age: in place of an answer that is still waited for, or never came. */
export function LastObserved({ of: said }: { readonly of: Observed }) {
  const { fields } = said
  if (!fields) return null
  const shown = (
    ['deviceStatus', 'onlineStatus', 'ipAddress', 'phoneNumber', 'imei', 'realIp', 'natIp'] as const
  )
    .flatMap((name) => (fields[name] ? [{ name, value: fields[name] }] : []))
    .map(({ name, value }) => ({ label: text(name), value: shownOf(name, value, fields.rawStatus) }))
  return (
    <section
      className={`column gap-8 whole quiet ${styles.last}`}
      aria-label={`${text('LastObserved')}: ${said.source}`}
    >
      <p className={`line wrap gap-4-8 medium ${styles.title}`}>
        {text('LastObserved')} <SourceAge of={said} />
      </p>
      <Facts facts={shown} />
    </section>
  )
}

function shownOf(name: string, value: string, raw: string | undefined) {
  if (name === 'deviceStatus') return <SimState word={value} raw={raw} />
  if (name === 'onlineStatus') return <SimState word={value} />
  if (name === 'imei') return <Identifier value={value} kind="imei" />
  if (name === 'phoneNumber') return <Phone number={value} />
  return <span className="mono">{value}</span>
}
