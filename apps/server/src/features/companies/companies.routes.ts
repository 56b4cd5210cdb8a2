import { calls, type Thing, thing } from '@support-console/contract'
import { ended } from '@support-console/contract/sentences'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { findCompany, readCompanies, readCompany } from './companies.store.ts'
import { createCompany } from './create-company.ts'
import { findKey, replaceKey } from './installer-service-key.ts'
import { linkingServiceProof } from './linking-service.ts'
import { tellingLostRaces } from './lost-race.ts'
import { saveCompany } from './save-company.ts'

export interface CompaniesSettings {
  /** Empty: nobody may ask whether an installer service key is valid. */
  linkingServiceToken: string
}

/** Company Management (2.6). */
export function registerCompanies(api: Api, { linkingServiceToken }: CompaniesSettings): void {
  const { db } = api.platform

  registerCall(api, calls.listCompanies, async () => ({ data: await readCompanies(db) }))

  registerCall(api, calls.getCompany, async ({ params }) => ({
    data: await readCompany(db, params.companyId),
  }))

  registerCall(api, calls.updateCompany, async ({ params, body, user: { email } }, work) => {
    const { companyId } = params
    const { companyName, sapCompanyId } = body.companyInfo
    const wanted = { companyId, sapCompanyId, subnets: body.companySubnets }
    work.about({ message: `Save ${inWords(companyName, sapCompanyId)}` })
    let detail = ''
    return tellingLostRaces(db, wanted, () =>
      work.finish(
        () => ({ detail }),
        async (trx) => {
          const { name, updateDate, changes } = await saveCompany(trx, { companyId, body, email })
          detail = changes.join('\n') || 'nothing was different'
          const message =
            changes.length > 0 ? `${name} is saved.` : `Nothing was different: ${name} stays as it is.`
          return { data: { companyId, updateDate }, message }
        },
      ),
    )
  })

  registerCall(api, calls.createCompany, async ({ body, user: { email } }, work) => {
    const { companyName, sapCompanyId } = body.companyInfo
    const from = body.mode === 'reservation' ? ' from its reservation' : ''
    const wanted = { companyId: null, sapCompanyId, subnets: body.companySubnets }
    work.about({ message: `Create ${inWords(companyName, sapCompanyId)}${from}` })
    let detail = ''
    return tellingLostRaces(db, wanted, () =>
      work.finish(
        ({ data }) => ({ object: thing('company', data.companyId), detail }),
        async (trx) => {
          const { changes, name, ...data } = await createCompany(trx, { body, email })
          detail = changes.join('\n')
          return { data, message: `${name} is created, with an installer service key of its own.` }
        },
      ),
    )
  })

  registerCall(api, calls.generateInstallerServiceKey, async ({ params, body, user }, work) => {
    const { companyId } = params
    const company = await findCompany(db, companyId)
    if (company)
      work.about({
        message: `Generate an installer service key of ${inWords(company.name, company.sapCompanyId)}`,
      })
    // The key itself is in no entry (R42).
    return work.finish({ detail: 'installer service key: replaced' }, async (trx) => {
      const { name, updateDate, keyGeneratedAt, ...made } = await replaceKey(trx, {
        companyId,
        replaces: body.replaces,
        email: user.email,
      })
      const data = {
        ...made,
        updateDate: updateDate.toISOString(),
        keyGeneratedAt: keyGeneratedAt.toISOString(),
      }
      return { data, message: `${name} has a new installer service key; earlier ones link no new install.` }
    })
  })

  registerCall(
    api,
    calls.verifyInstallerServiceKey,
    async ({ body }, work) => {
      let whose = 'of no company'
      let object: Thing | '' = ''
      return work.finish(
        ({ data }) => ({
          message: `Verify an installer service key ${whose}: ${data.valid ? 'valid' : 'not valid'}`,
          object,
        }),
        async (trx) => {
          const key = await findKey(trx, body.key)
          if (!key)
            return {
              data: { valid: false, companyId: null, sapCompanyId: null, replacedAt: null },
              message: 'No company has or had this installer service key.',
            }
          const { companyId, name, sapCompanyId, replacedAt } = key
          whose = `of ${inWords(name, sapCompanyId)}`
          object = thing('company', companyId)
          if (replacedAt)
            return {
              data: {
                valid: false,
                companyId: null,
                sapCompanyId: null,
                replacedAt: replacedAt.toISOString(),
              },
              message: 'This installer service key was replaced by a newer one. Ask the dealer for that.',
            }
          return {
            data: { valid: true, companyId, sapCompanyId, replacedAt: null },
            message: ended(`This is the installer service key of ${name}`),
          }
        },
      )
    },
    { headers: linkingServiceProof(linkingServiceToken) },
  )
}

/** How entries of the audit trail name a company, so that it is found by either. */
const inWords = (name: string, sapCompanyId: string) => `company ${name} (SAP ${sapCompanyId})`
