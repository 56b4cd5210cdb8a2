import { calls, thing } from '@support-console/contract'
import { ended } from '@support-console/contract/sentences'
import type { Api } from '../../platform/http/api.ts'
import { recordRead } from '../../platform/http/record-read.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { findCompany, readCompanies, readCompany } from './companies.store.ts'
import { createCompany } from './create-company.ts'
import { findKey, replaceKey } from './installer-service-key.ts'
import { linkingServiceProof } from './linking-service.ts'
import { tellingLostRaces } from './lost-race.ts'
import { saveCompany } from './save-company.ts'

export interface CompaniesSettings {
  /** Empty: no one may ask whether an installer service key is valid. */
  linkingServiceToken: string
}

/** Company Management (2.6). */
export function registerCompanies(api: Api, { linkingServiceToken }: CompaniesSettings): void {
  const { db, secrets } = api.platform

  registerCall(api, calls.listCompanies, async () => ({ data: await readCompanies(db) }))

  registerCall(api, calls.getCompany, async (context) => {
    const isShown = context.query.key === 'shown'
    const data = await readCompany(db, isShown ? secrets : null, context.params.companyId, context.user.may)
    if (!isShown) return { data }
    const { companyName, sapCompanyId } = data.companyInfo
    // Who sees an installer service key is on record first (D32).
    await recordRead(api, calls.getCompany, context, {
      message: `Show the installer service key of ${inWords(companyName, sapCompanyId)}`,
    })
    return { data }
  })

  registerCall(api, calls.updateCompany, async ({ params, body, user: { email } }, work) => {
    const { companyId } = params
    const { companyName, sapCompanyId } = body.companyInfo
    const wanted = { companyId, sapCompanyId, subnets: body.companySubnets }
    work.about({ message: `Save ${inWords(companyName, sapCompanyId)}` })
    return tellingLostRaces(db, wanted, () =>
      work.finish(async (trx) => {
        const { name, updateDate, changes } = await saveCompany(trx, { companyId, body, email })
        const data = { companyId, updateDate }
        return changes.length > 0
          ? { data, message: `${name} is saved.`, entry: { detail: changes.join('\n') } }
          : {
              data,
              message: `Nothing has changed: ${name} stays as it is.`,
              entry: { detail: 'nothing was different' },
            }
      }),
    )
  })

  registerCall(api, calls.createCompany, async ({ body, user: { email } }, work) => {
    const { companyName, sapCompanyId } = body.companyInfo
    const from = body.mode === 'reservation' ? ' from its reservation' : ''
    const wanted = { companyId: null, sapCompanyId, subnets: body.companySubnets }
    work.about({ message: `Create ${inWords(companyName, sapCompanyId)}${from}` })
    return tellingLostRaces(db, wanted, () =>
      work.finish(async (trx) => {
        const { changes, name, ...data } = await createCompany(trx, secrets, { body, email })
        return {
          data,
          message: `${name} is created, with an installer service key of its own.`,
          entry: { object: thing('company', data.companyId), detail: changes.join('\n') },
        }
      }),
    )
  })

  registerCall(api, calls.generateInstallerServiceKey, async ({ params, body, user }, work) => {
    const { companyId } = params
    const company = await findCompany(db, companyId)
    if (company)
      work.about({
        message: `Generate an installer service key of ${inWords(company.name, company.sapCompanyId)}`,
      })
    return work.finish(async (trx) => {
      const { name, updateDate, keyGeneratedAt, ...made } = await replaceKey(trx, secrets, {
        companyId,
        replaces: body.replaces,
        email: user.email,
      })
      const data = {
        ...made,
        updateDate: updateDate.toISOString(),
        keyGeneratedAt: keyGeneratedAt.toISOString(),
      }
      return {
        data,
        message: `${name} has a new installer service key; earlier keys no longer link new installs.`,
        // The key itself is in no entry (R42).
        entry: { detail: 'installer service key: replaced' },
      }
    })
  })

  registerCall(
    api,
    calls.verifyInstallerServiceKey,
    async ({ body }, work) =>
      work.finish(async (trx) => {
        const key = await findKey(trx, body.key)
        const verify = 'Verify an installer service key of'
        if (!key)
          return {
            data: { valid: false, companyId: null, sapCompanyId: null, replacedAt: null },
            message: 'No company has or had this installer service key.',
            entry: { message: `${verify} no company: not valid` },
          }
        const { companyId, name, sapCompanyId, replacedAt } = key
        const company = inWords(name, sapCompanyId)
        const object = thing('company', companyId)
        if (replacedAt)
          return {
            data: {
              valid: false,
              companyId: null,
              sapCompanyId: null,
              replacedAt: replacedAt.toISOString(),
            },
            message: 'This installer service key was replaced by a newer one. Ask the dealer for that.',
            entry: { message: `${verify} ${company}: not valid`, object },
          }
        return {
          data: { valid: true, companyId, sapCompanyId, replacedAt: null },
          message: ended(`This is the installer service key of ${name}`),
          entry: { message: `${verify} ${company}: valid`, object },
        }
      }),
    { headers: linkingServiceProof(linkingServiceToken) },
  )
}

/** How entries of the audit trail name a company, so that it is found by either. */
const inWords = (name: string, sapCompanyId: string) => `company ${name} (SAP ${sapCompanyId})`
