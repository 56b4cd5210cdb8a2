import { networkModels } from '@support-console/contract/companies.words'
import { networkModelDescriptions, networkModelNames } from '@support-console/contract/network-models'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { fixedEndpoint } from './draft.ts'
import { fields, pathOf } from './fields.ts'
import { FormField, useIssue } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'
import { Subnets } from './subnets.tsx'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

const options = networkModels.map((value) => ({
  value,
  label: networkModelNames[value],
  description: networkModelDescriptions[value],
}))

/** Network Model Settings (2.6): subnets are for all models but Tier3 Standard, the VPN endpoint may be another one for that alone (D34). */
export function NetworkModelSettings() {
  const { mode, draft, set, readOnlyReason } = useForm()
  const isTier3 = draft.networkModel === 'TIER3_STANDARD'
  const issue = useIssue(pathOf('networkModel'))
  const note =
    mode !== 'update' ? 'NetworkModelNoteNew' : isTier3 ? 'NetworkModelNoteVpn' : 'NetworkModelNoteSubnets'
  return (
    <FormSection title={text('NetworkModelSettings')} note={text(note)}>
      <RadioGroup
        label={fields.networkModel.label}
        value={draft.networkModel}
        onChange={(model) => set('networkModel', model)}
        options={options}
        isFixed={mode === 'update' || readOnlyReason !== undefined}
        error={issue}
      />
      <Subnets isTier3={isTier3} />
      <FormField
        of="vpnEndpoint"
        help={text(isTier3 ? 'VpnEndpointHelp' : 'VpnEndpointOnlyTier3')}
        lockedAt={isTier3 ? undefined : fixedEndpoint(draft, mode)}
      />
    </FormSection>
  )
}
