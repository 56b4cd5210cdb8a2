import { carrierNames, vendorCodes } from '@support-console/contract/carriers'
import { type PlannedScope, plannedScopes } from '@support-console/contract/planned.words'
import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'
import { Select } from '../../ui/select/select.tsx'
import type { Draft } from './plan-draft.ts'
import { text } from './texts.ts'

interface ScopeFieldsProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly error: string | undefined
}

/** What the work is on, by what the reader may read. */
export function ScopeFields({ draft: { kind, id }, change, error }: ScopeFieldsProps) {
  const { may } = useAccess()
  const needs = { company: 'companies.read', csr: 'csr.read' } as const
  const kinds = plannedScopes.filter((scope) => !(scope in needs) || may(needs[scope as keyof typeof needs]))
  const names = useNames(kind)
  return (
    <>
      <Select
        label={text('PlanKind')}
        options={kinds.map((value) => ({ value, label: text(`Kind-${value}`) }))}
        value={kind}
        onChange={(value) => change({ kind: value as PlannedScope, id: '' })}
      />
      {kind !== 'webconnect' && (
        <Select
          label={text(`Kind-${kind}`)}
          options={names.options}
          value={id === '' ? undefined : id}
          onChange={(value) => change({ id: value })}
          startsEmpty
          isLoading={names.isLoading}
          error={error}
        />
      )}
    </>
  )
}

/** All that there are of a kind. */
function useNames(kind: PlannedScope) {
  const containers = useRead('GET /wcmetrics/v1/metrics/getall', {
    query: { details: 'false' },
    enabled: kind === 'container',
    select: ({ metrics }) =>
      metrics.map(({ containerName }) => ({ value: containerName, label: containerName })),
  })
  const companies = useRead('GET /companymanager/v1/companies', {
    enabled: kind === 'company',
    select: ({ companyInfos }) =>
      companyInfos.map(({ companyId, companyName }) => ({ value: String(companyId), label: companyName })),
  })
  const servers = useRead('GET /csrmanagement/v1/csrs/getall', {
    enabled: kind === 'csr',
    select: ({ info }) => info.map(({ server }) => ({ value: server, label: server })),
  })
  const carriers = vendorCodes.map((code) => ({ value: code, label: carrierNames[code] }))
  const reading = {
    container: containers,
    company: companies,
    csr: servers,
    carrier: undefined,
    webconnect: undefined,
  }[kind]
  return {
    options: kind === 'carrier' ? carriers : (reading?.data ?? []),
    isLoading: reading?.isLoading ?? false,
  }
}
