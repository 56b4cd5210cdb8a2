import type { SimSubject } from '@support-console/contract'
import type { Fact } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { text } from './texts.ts'

/** Whose SIM it is and which panel it sits in, as far as the inventory knows; each leads to its screen. */
export function placeOf(sim: Pick<SimSubject, 'companyName' | 'sapCompanyId' | 'panel'>): Fact[] {
  const { companyName, sapCompanyId, panel } = sim
  return [
    {
      label: text('Company'),
      value:
        companyName === null ? (
          text('NoCompany')
        ) : (
          <Identifier of="company" value={sapCompanyId ?? ''}>
            {companyName}
          </Identifier>
        ),
    },
    {
      label: text('Panel'),
      value: panel === null ? text('PanelUnknown') : <Identifier value={panel} of="panel" />,
    },
  ]
}
