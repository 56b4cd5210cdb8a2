import type { PanelConnection, ThingCompany } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { mostCounted } from '@support-console/contract/company-lists.words'
import { factRights } from '@support-console/contract/fact-rights'
import { type IdentifiedKind, identified, type SearchKind } from '@support-console/contract/identifiers'
import { markOfState } from '@support-console/contract/states.words'
import type { ReactNode } from 'react'
import { useAccess } from '../../../api/index.ts'
import { useMoment } from '../../../api/moment.ts'
import { Link } from '../../../kit/link.tsx'
import { ThingIcon } from '../../../kit/thing-icon.tsx'
import { kindName, sayHowMany } from '../../../kit/thing-words.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { sayTime } from '../../../ui/local-time.ts'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { Thing } from '../../../ui/thing.tsx'
import { text } from '../texts.ts'
import styles from './things.module.css'

/** What a thing belongs to: a strip of cells. */
export function BelongsTo({ children }: { readonly children: ReactNode }) {
  return (
    <Section title={text('BelongsTo')}>
      <ul className={`flex ${styles.strip}`}>{children}</ul>
    </Section>
  )
}

interface CellProps {
  readonly kind: SearchKind
  /** Its kind's name unless told. */
  readonly name?: string
  readonly children: ReactNode
}

/** One of them, or why there is none. */
export function Cell({ kind, name = kindName(kind), children }: CellProps) {
  return (
    <li className={`stack narrow gap-2 ${styles.cell}`}>
      <span className="row gap-8 label quiet">
        <ThingIcon kind={kind} />
        {name}
      </span>
      {children}
    </li>
  )
}

/** There is none, and why. */
export function None({ children }: { readonly children: string }) {
  return (
    <span className="anywhere small quiet">
      – <span>{children}</span>
    </span>
  )
}

interface OfCompanyProps {
  readonly company: ThingCompany | null
  readonly why?: string | undefined
}

/** @param why what is said where there is none */
export function CompanyCell({ company, why = text('NoCompany') }: OfCompanyProps) {
  if (!company)
    return (
      <Cell kind="company">
        <None>{why}</None>
      </Cell>
    )
  return (
    <Cell kind="company">
      <span className="row wrap gap-4-8 anywhere medium">
        <Thing of="company" id={company.sapCompanyId}>
          {company.name}
        </Thing>
      </span>
      <span className="anywhere small quiet">
        <Count of="sim" part="sims" company={company} after=" · " />
        <Count of="panel" part="panels" company={company} after=" · " />
        {text('Inventory')}
      </span>
    </Cell>
  )
}

/** People at the Remote Portal; not there for readers who may not read them, nor in the past: they are not kept. */
export function UsersCell({ company, why = text('NoCompany') }: OfCompanyProps) {
  const isPast = useMoment() !== null
  if (!useAccess().may(factRights.usersOfCompany) || isPast) return null
  return (
    <Cell kind="person" name={text('UsersOfCompany')}>
      {company ? (
        <>
          <span className="row wrap gap-4-8 anywhere medium">
            <Count of="person" part="users" company={company} />
          </span>
          <span className="anywhere small quiet">{text('Inventory')}</span>
        </>
      ) : (
        <None>{why}</None>
      )}
    </Cell>
  )
}

const words = { sims: 'sim', panels: 'panel', users: 'user' } as const

interface CountProps {
  readonly of: IdentifiedKind
  readonly part: keyof typeof words
  readonly company: ThingCompany
  /** What stands behind it. */
  readonly after?: string
}

/** How many a company has, leading to their list for readers of both; nothing for readers who may not know. */
function Count({ of, part, company, after = '' }: CountProps) {
  const { may } = useAccess()
  const count = company[part]
  if (count === null) return null
  const said = sayHowMany(words[part], count, mostCounted)
  const mayOpen = may(identified.company.permission) && may(identified[of].permission)
  return (
    <>
      {mayOpen ? <Link to={addresses.companyPart(company.companyId, part)}>{said}</Link> : said}
      {after}
    </>
  )
}

const states = {
  connected: { state: 'reporting', word: 'Connected' },
  silent: { state: 'silent', word: 'Silent' },
  gone: { state: 'not-connected', word: 'Gone' },
} as const

interface ConnectionStateProps extends Pick<PanelConnection, 'state'> {
  /** Its container answered lately: what is old is never green (D40). */
  readonly isFresh: boolean
}

export function ConnectionState({ state, isFresh }: ConnectionStateProps) {
  const { state: own, word } = states[state]
  return (
    <Status kind={markOfState({ state: own, online: null, isFresh, cause: null })} isTag>
      {text(word)}
    </Status>
  )
}

/** Since when, and who says so. */
export const sayConnection = ({ state, since }: PanelConnection): string =>
  text(state === 'gone' ? 'NoSessionSince' : 'SeenSince', { time: sayTime(since) })

/** Not there for readers who may not read what WebConnect tells. */
export function ContainerCell({ connection }: { readonly connection: PanelConnection | null }) {
  if (!useAccess().may(factRights.session)) return null
  return (
    <Cell kind="container">
      {connection ? (
        <>
          <span className="row wrap gap-4-8 anywhere medium">
            <Identifier value={connection.container} of="container" />
          </span>
          <span className="anywhere small quiet">{sayConnection(connection)}</span>
        </>
      ) : (
        <None>{text('NoContainer')}</None>
      )}
    </Cell>
  )
}
