import type { CompanyBundle } from '@support-console/contract'
import { addresses } from '@support-console/contract/addresses'
import { useLocation } from 'react-router'
import { Link } from '../../kit/link.tsx'
import { ChevronLeftIcon } from '../../ui/icons/screens.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { sayMinute } from '../../ui/local-time.ts'
import { Said, Thing } from '../../ui/thing.tsx'
import styles from './form-head.module.css'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

/** The list as it was left: what was searched, its order and its page. */
export function useWayBack(): string {
  const { state } = useLocation()
  const { list } = (state ?? {}) as { list?: unknown }
  return typeof list === 'string' ? addresses.companies() + list : addresses.companies()
}

/** Above the form: the way back, whose form it is, and who saved it last. */
export function FormHead() {
  const { mode, base, draft } = useForm()
  const back = useWayBack()
  // Of a saved company its saved name: what is being typed is not yet so.
  const name =
    base?.companyInfo.companyName ?? (mode === 'reservation' ? draft.companyName : text('NewCompany'))
  return (
    <div className={`row wrap between line-below ${styles.head}`}>
      <nav aria-label={text('Breadcrumb')} className={`row wrap gap-4-8 narrow anywhere ${styles.crumbs}`}>
        <Link to={back}>
          <ChevronLeftIcon />
          {text('Companies')}
        </Link>
        <span className="faint" aria-hidden="true">
          /
        </span>
        <strong className="narrow">
          {/* Of a saved company it leads to its page. */}
          <Thing of="company" id={base?.companyInfo.sapCompanyId ?? ''}>
            <bdi>{name}</bdi>
          </Thing>
        </strong>
        {mode !== 'add' && (
          <span className="quiet">
            {text('SapCompanyId')}{' '}
            <Identifier value={draft.sapCompanyId} copyName={text('SapCompanyId')} showsCopy />
          </span>
        )}
        {mode === 'reservation' && (
          <span className={`small quiet rounded ${styles.tag}`}>{text('Reservation')}</span>
        )}
      </nav>
      {base && (
        <p className="quiet">
          <Said>{sayLastSaved(base)}</Said>
        </p>
      )}
    </div>
  )
}

function sayLastSaved({ companySettings, facts }: CompanyBundle): string {
  const time = sayMinute(companySettings.updateDate)
  return facts.updatedBy === null
    ? text('LastSaved', { time })
    : text('LastSavedBy', { time, who: facts.updatedBy })
}
