import type { CompanyUser } from '@support-console/contract'
import { kindsName } from '../../../kit/thing-words.ts'
import { ascending } from '../../../ui/data-table/index.ts'
import { Identifier } from '../../../ui/identifier.tsx'
import { CompanyList } from './company-list.tsx'
import type { ListPlan } from './list-plan.ts'
import { text } from './texts.ts'

const plan: ListPlan<CompanyUser> = {
  name: 'users',
  caption: kindsName('user'),
  searchHint: text('SearchUsers'),
  headers: [
    { key: 'email', value: text('Email'), isIdentifier: true, width: 280, ...ascending },
    { key: 'role', value: text('Role'), width: 160, ...ascending },
    { key: 'remoteId', value: text('RemotePortalId'), width: 160 },
  ],
  usual: { key: 'email', direction: 'asc' },
  rows: {
    key: ({ email, remoteId }) => `${email} ${remoteId}`,
    columns: {
      email: {
        columnContent: ({ email }) => (
          <Identifier value={email} of="person">
            {email}
          </Identifier>
        ),
      },
      role: {},
      remoteId: { columnContent: ({ remoteId }) => <span className="mono">{remoteId}</span> },
    },
  },
  filters: [],
}

/** Who may do something for a company in the Remote Portal (2.11). */
export function CompanyUsers({ companyId }: { readonly companyId: number }) {
  return <CompanyList plan={plan} companyId={companyId} />
}
