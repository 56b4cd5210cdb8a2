import styles from './form-fields.module.css'
import { FormField, Pair } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

interface CompanySettingsProps {
  readonly deviceRegions: readonly { readonly value: string; readonly label: string }[]
  /** What a link filled in is checked at once. */
  readonly isFromLink: boolean
}

/** Company Settings (2.6). */
export function CompanySettings({ deviceRegions, isFromLink }: CompanySettingsProps) {
  const { sapCompanyId } = useForm().draft
  return (
    <FormSection title={text('CompanySettings')} note={text('CompanySettingsNote')}>
      <Pair>
        <FormField of="companyName" />
        <FormField of="sapCompanyId" showsErrors={isFromLink && sapCompanyId !== ''} />
        <FormField of="sapSalesRegion" />
        <FormField of="deviceRegion" options={deviceRegions} />
      </Pair>
      <FormField of="mnvOsInUse" />
      <Pair isClose>
        <FormField of="servicePortalOnboarded" />
        <FormField of="makeRemotePortalReadOnly" />
        <FormField of="webconnectMobileEnabled" />
      </Pair>
      <h3 className={styles.subtitle}>{text('MobileAlertSettings')}</h3>
      <FormField of="usageMonitoringEnabled" />
      <Pair>
        <FormField of="warningThresholdPercent" />
        <FormField of="alertThresholdPercent" />
        <FormField of="usageAlertEmail" />
        <FormField of="alertMethodology" />
        <FormField of="preferredLanguage" />
        <FormField of="DeliveryTypes" />
      </Pair>
    </FormSection>
  )
}
