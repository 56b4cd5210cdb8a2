import type { PanelConnection, ThingCompany } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { type IdentifiedKind, identified } from '@support-console/contract/identifiers'
import type { ReactNode } from 'react'
import { useAccess } from '../../../api/index.ts'
import { Link } from '../../../kit/link.tsx'
import { Icon } from '../../../ui/icons/icon.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { sayTime } from '../../../ui/local-time.ts'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { Thing } from '../../../ui/thing.tsx'
import { companiesScreen } from '../../companies/screen.tsx'
import { panelsScreen } from '../../panels/screen.tsx'
import { simInformationScreen } from '../../sim-information/screen.tsx'
import { usersScreen } from '../../users/screen.tsx'
import { webconnectScreen } from '../../webconnect/screen.tsx'
import { text } from '../texts.ts'
import { type Counted, sayCount } from './say-count.ts'
import styles from './things.module.css'

/** What a thing belongs to: a strip of cells. */
export function BelongsTo({ children }: { readonly children: ReactNode }) {
  return (
    <Section title={text('BelongsTo')}>
      <ul className={styles.strip}>{children}</ul>
    </Section>
  )
}

const icons = {
  Sim: simInformationScreen.icon,
  Panel: panelsScreen.icon,
  Company: companiesScreen.icon,
  Container: webconnectScreen.icon,
  UsersOfCompany: usersScreen.icon,
} as const

/** One of them, or why there is none. */
export function Cell({
  kind,
  children,
}: {
  readonly kind: keyof typeof icons
  readonly children: ReactNode
}) {
  return (
    <li className={styles.cell}>
      <span className={styles.cellKind}>
        <Icon>{icons[kind]}</Icon>
        {text(kind)}
      </span>
      {children}
    </li>
  )
}

/** There is none, and why. */
export function None({ children }: { readonly children: string }) {
  return (
    <span className={styles.none}>
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
      <Cell kind="Company">
        <None>{why}</None>
      </Cell>
    )
  return (
    <Cell kind="Company">
      <span className={styles.cellThing}>
        <Thing of="company" id={company.sapCompanyId}>
          {company.name}
        </Thing>
      </span>
      <span className={styles.small}>
        <Count of="sim" part="sims" company={company} /> ·{' '}
        <Count of="panel" part="panels" company={company} /> · {text('Inventory')}
      </span>
    </Cell>
  )
}

/** People at the Remote Portal. */
export function UsersCell({ company, why = text('NoCompany') }: OfCompanyProps) {
  return (
    <Cell kind="UsersOfCompany">
      {company ? (
        <>
          <span className={styles.cellThing}>
            <Count of="person" part="users" company={company} />
          </span>
          <span className={styles.small}>{text('Inventory')}</span>
        </>
      ) : (
        <None>{why}</None>
      )}
    </Cell>
  )
}

interface CountProps {
  readonly of: IdentifiedKind
  readonly part: Counted
  readonly company: ThingCompany
}

/** How many a company has, leading to their list for who may read both. */
function Count({ of, part, company }: CountProps) {
  const { may } = useAccess()
  const said = sayCount(part, company[part])
  if (!may(identified.company.permission) || !may(identified[of].permission)) return said
  return <Link to={addresses.companyPart(company.companyId, part)}>{said}</Link>
}

const states = {
  connected: { mark: 'ok', word: 'Connected' },
  silent: { mark: 'warn', word: 'Silent' },
  gone: { mark: 'ready', word: 'Gone' },
} as const

interface ConnectionStateProps extends Pick<PanelConnection, 'state'> {
  /** In a line of facts. */
  readonly isPlain?: boolean
}

export function ConnectionState({ state, isPlain = false }: ConnectionStateProps) {
  const { mark, word } = states[state]
  return (
    <Status kind={mark} isTag={!isPlain}>
      {text(word)}
    </Status>
  )
}

/** Since when, and who says so. */
export const sayConnection = ({ state, since }: PanelConnection): string =>
  text(state === 'gone' ? 'NoSessionSince' : 'SeenSince', { time: sayTime(since) })

export function ContainerCell({ connection }: { readonly connection: PanelConnection | null }) {
  return (
    <Cell kind="Container">
      {connection ? (
        <>
          <span className={styles.cellThing}>
            <Identifier value={connection.container} of="container" />
          </span>
          <span className={styles.small}>{sayConnection(connection)}</span>
        </>
      ) : (
        <None>{text('NoContainer')}</None>
      )}
    </Cell>
  )
}
