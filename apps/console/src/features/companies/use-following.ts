import { useNews } from '../../api/news/use-news.ts'
import { readCompany, rememberCompany } from './use-companies.ts'
import type { CompanyForm } from './use-company-form.ts'

/**
 * A form that nobody has touched shows what somebody else saves (D37). One that somebody is at stays as it is: at the save
 * both are brought together (D10).
 */
export function useFollowing(form: CompanyForm, isSaving: boolean): void {
  const companyId = form.base?.companyInfo.companyId
  const mayFollow = () => !form.now().isDirty && !isSaving
  const follow = async () => {
    if (companyId === undefined || !mayFollow()) return
    const latest = await readCompany(companyId)
    const isNew = latest.companySettings.updateDate !== form.now().base?.companySettings.updateDate
    if (!isNew || !mayFollow()) return
    rememberCompany(latest)
    form.load(latest)
  }
  useNews('company', companyId === undefined ? null : follow, (id) => id === String(companyId))
}
