import { addresses, type CompanyPart } from '@support-console/contract/addresses'
import { type IdentifiedKind, identified, mainIdentifier } from '@support-console/contract/identifiers'
import { networkModelNames } from '@support-console/contract/network-models'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import { useAccess } from '../../../api/index.ts'
import { useMoment } from '../../../api/moment.ts'
import { Link } from '../../../kit/link.tsx'
import { NotKept } from '../../../kit/moment/not-kept.tsx'
import { kindName, kindsName } from '../../../kit/thing-words.ts'
import { culture } from '../../../texts/languages.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import buttons from '../../../ui/link-button.module.css'
import { CompanyInWords, useLeaving } from '../../companies/index.ts'
import { LookBox, LookButton, LookFailure } from '../../diagnosis/index.ts'
import { Timeline } from '../../timeline/index.ts'
import { CompanyDifferences } from '../compared/company-differences.tsx'
import { Block } from '../frame/block.tsx'
import { Addressed, HeadFact, ThingPage } from '../frame/thing-page.tsx'
import { useThing } from '../frame/use-thing.ts'
import styles from './company.module.css'
import { CompanyPanels } from './company-panels.tsx'
import { CompanySims } from './company-sims.tsx'
import { CompanyUsers } from './company-users.tsx'
import { CompanyVerdict } from './company-verdict.tsx'
import { useSelection } from './selection.ts'
import { text } from './texts.ts'
import { useLooks } from './use-looks.ts'

const readCompanyId = (typed: string) => mainIdentifier('company', typed)

/** Everything about one company: its SIMs, panels and users, its settings, and what happened (connected console, section 4). */
export function CompanyPage() {
  return <Addressed kind="company" param="companyId" read={readCompanyId} page={Company} />
}

function Company({ id }: { readonly id: string }) {
  const subject = { kind: 'company', id } as const
  const { may } = useAccess()
  const looks = useLooks(Number(id))
  const thing = useThing(subject, 'GET /things/v1/companies/{id}')
  const leaving = useLeaving({ companyId: Number(id), name: thing.data?.name ?? '' })
  return (
    <ThingPage
      subject={subject}
      thing={thing}
      verdict={
        looks.isShown ? (
          <LookBox looking={looks.looking} onClose={looks.close} />
        ) : (
          <CompanyVerdict companyId={Number(id)} />
        )
      }
      more={(company) => company && leaving.button}
      outcomes={
        <>
          <LookFailure looking={looks.looking} />
          {leaving.outcomes}
        </>
      }
      name={({ name }) => name}
      actions={(company) => (
        <>
          {looks.mayLook && <LookButton looking={looks.looking} onPress={looks.lookAtAll} />}
          {may('companies.change') && (
            <Link
              className={buttons.plain}
              to={addresses.company({
                companyId: Number(id),
                companyName: company?.name ?? '',
                sapCompanyId: company?.sapCompanyId ?? '',
              })}
            >
              {text('EditCompany')}
            </Link>
          )}
        </>
      )}
      facts={(company) => (
        <>
          <HeadFact name={text('CompanyId')}>
            <span className="mono">{company.companyId}</span>
          </HeadFact>
          <HeadFact name={text('SapCompanyId')}>
            <Identifier value={company.sapCompanyId} copyName={text('SapCompanyId')} showsCopy />
          </HeadFact>
          <HeadFact name={text('Region')}>{company.salesRegion}</HeadFact>
          <HeadFact name={text('NetworkModel')}>{networkModelNames[company.networkModel]}</HeadFact>
        </>
      )}
    >
      {(company) => (
        <>
          <CompanyDifferences companyId={Number(id)} />
          <Tabs id={id} counts={company} looks={looks} />
        </>
      )}
    </ThingPage>
  )
}

/** Where not all tabs have room, the open one is seen. */
function bringInto(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

interface Counts {
  readonly sims: number | null
  readonly panels: number | null
  readonly users: number | null
}

interface TabsProps {
  readonly id: string
  readonly counts: Counts | undefined
  readonly looks: ReturnType<typeof useLooks>
}

/** Each part of the page at an address of its own; those that the reader may not read are not there. */
function Tabs({ id, counts, looks }: TabsProps) {
  const { tab = 'sims' } = useParams()
  const { may } = useAccess()
  const [sims, panels] = [useSelection('sims'), useSelection('panels')]
  const moment = useMoment()
  const isPast = moment !== null
  const companyId = Number(id)
  const all: {
    name: CompanyPart
    of?: IdentifiedKind
    title: string
    count?: number | null
    content: ReactNode
  }[] = [
    {
      name: 'sims',
      of: 'sim',
      title: kindsName('sim'),
      count: counts?.sims ?? null,
      content: <CompanySims companyId={companyId} selection={sims} looks={looks} />,
    },
    {
      name: 'panels',
      of: 'panel',
      title: kindsName('panel'),
      count: counts?.panels ?? null,
      content: <CompanyPanels companyId={companyId} selection={panels} looks={looks} />,
    },
    {
      name: 'users',
      of: 'person',
      title: kindsName('user'),
      count: counts?.users ?? null,
      content: isPast ? <NotKept /> : <CompanyUsers companyId={companyId} />,
    },
    {
      name: 'settings',
      title: text('Settings'),
      content: isPast ? (
        <NotKept />
      ) : (
        <div className={styles.settings}>
          <CompanyInWords companyId={companyId} />
        </div>
      ),
    },
    {
      name: 'timeline',
      title: text('Timeline'),
      content: <Timeline things="companies" id={id} screenTitle={kindName('company')} />,
    },
  ]
  const tabs = all.filter(({ of }) => of === undefined || may(identified[of].permission))
  const shown = tabs.find(({ name }) => name === tab)
  if (!shown) {
    const first = addresses.companyPart(companyId, tabs[0]?.name)
    return <Navigate to={moment?.keep(first) ?? first} replace />
  }
  return (
    <>
      <nav aria-label={text('Parts')} className={`flex gap-8 below-12 scroll-x ${styles.tabs}`}>
        {tabs.map(({ name, title, count }) => (
          <Link
            key={name}
            to={addresses.companyPart(companyId, name)}
            className={`rigid medium quiet gap-10 inline unlined ${styles.tab}`}
            aria-current={name === shown.name ? 'page' : undefined}
            ref={name === shown.name ? bringInto : undefined}
          >
            {title}
            {count !== undefined && count !== null && <span>{count.toLocaleString(culture)}</span>}
          </Link>
        ))}
      </nav>
      <Block key={shown.name}>{shown.content}</Block>
    </>
  )
}
