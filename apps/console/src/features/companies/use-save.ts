import { addresses } from '@support-console/contract/addresses'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type Failure, useChange } from '../../api/use-change.ts'
import { companyUpdateOf, effective, newCompanyOf } from './draft.ts'
import { type Said, sayOn, takeSaid } from './said.ts'
import { text } from './texts.ts'
import { forgetCompanies, readCompany, rememberCompany, rereadCompany } from './use-companies.ts'
import type { CompanyForm } from './use-company-form.ts'

/**
 * Saving a company (2.6, D9, D10): once, whatever is pressed how often; a failure loses nothing; where someone else
 * was faster the form gets the present state to be brought together with.
 */
export function useSave(form: CompanyForm) {
  const create = useChange('POST /companymanager/v1/companies/rpscontrols', text('ScreenTitle'))
  const update = useChange('PUT /companymanager/v1/companies/{companyId}/rpscontrols', text('ScreenTitle'))
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [said, setSaid] = useState<Said | null>(() => takeSaid(form.base?.companyInfo.companyId))
  const isRunning = useRef(false)
  const navigate = useNavigate()
  const { state: carried } = useLocation()

  const add = async () => {
    const { draft, mode } = form
    const body = newCompanyOf(draft, mode === 'reservation' ? 'reservation' : 'add')
    const result = await create.attempt(
      { body },
      actionOf(mode === 'reservation' ? 'ActionReservation' : 'ActionAdd'),
    )
    if (!result?.answer) return failed(result?.failure)
    const { companyId } = result.answer.data
    forgetCompanies()
    form.markSaved()
    sayOn(companyId, result.answer)
    // In place of the add screen: Back leads to where that was opened.
    navigate(addresses.company({ ...body.companyInfo, companyId }), { replace: true, state: carried })
  }
  const change = async (companyId: number) => {
    const { base, draft } = form.now()
    if (!base) return
    const result = await update.attempt(
      { params: { companyId }, body: companyUpdateOf(draft, base) },
      actionOf('ActionSave'),
    )
    if (!result?.answer) {
      if (result?.failure?.error.status === 'Conflict' && (await hasBeenOvertaken(companyId))) return
      return failed(result?.failure)
    }
    forgetCompanies()
    const latest = await readCompany(companyId).catch(() => undefined)
    form.markSaved()
    if (!latest) {
      sayOn(companyId, result.answer)
      return rereadCompany(companyId)
    }
    rememberCompany(latest)
    form.load(latest)
    setSaid(result.answer)
    window.scrollTo({ top: 0 })
    const path = addresses.company(latest.companyInfo)
    if (path !== location.pathname) navigate(path + location.search, { replace: true, state: carried })
  }
  /** Someone else has saved: the form takes the present state over. False where that is not why it was refused. */
  const hasBeenOvertaken = async (companyId: number): Promise<boolean> => {
    const latest = await readCompany(companyId).catch(() => undefined)
    if (!latest || latest.companySettings.updateDate === form.now().base?.companySettings.updateDate)
      return false
    rememberCompany(latest)
    form.rebase(latest, true)
    return true
  }
  const failed = (next: Failure | undefined) => {
    if (!next) return
    form.setIssues(next.error.issues)
    setFailure(next)
  }
  const actionOf = (key: 'ActionSave' | 'ActionAdd' | 'ActionReservation'): string => {
    const { companyName, sapCompanyId } = effective(form.now().draft)
    return text(key, { name: companyName, sapCompanyId })
  }
  return {
    isSaving,
    /** Why the last try failed, until the next. */
    failure,
    /** What was said of the last one that went through. */
    said,
    /** Resolves when all is over, whatever came of it. */
    save: async () => {
      if (isRunning.current) return
      isRunning.current = true
      setSaving(true)
      setFailure(null)
      setSaid(null)
      try {
        const companyId = form.base?.companyInfo.companyId
        await (companyId === undefined ? add() : change(companyId))
      } finally {
        isRunning.current = false
        setSaving(false)
      }
    },
  }
}
