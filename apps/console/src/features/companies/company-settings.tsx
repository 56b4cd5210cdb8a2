import { mvnos } from '@support-console/contract/carriers'
import * as words from '@support-console/contract/companies.words'
import { sayDeviceRegion } from '@support-console/contract/regions'
import { FixedValue } from '../../ui/form/fixed-value.tsx'
import {
  alertChecks,
  emailChecks,
  nameChecks,
  noSpaces,
  oneLine,
  onlyVisible,
  sapCompanyIdChecks,
  warningChecks,
} from './checks.ts'
import styles from './form-fields.module.css'
import { FormCheckbox, FormSelect, FormSet, FormText, Pair } from './form-fields.tsx'
import { FormSection } from './form-section.tsx'
import { text } from './texts.ts'
import { useForm } from './use-company-form.ts'

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const salesRegions = asOptions(words.salesRegions)
const alertMethodologies = words.alertMethodologies.map((value) => ({
  value,
  label: text(value),
}))
const preferredLanguages = asOptions(words.preferredLanguages)

interface CompanySettingsProps {
  readonly deviceRegions: readonly { readonly value: string; readonly label: string }[]
  /** What a link filled in is checked at once. */
  readonly isFromLink: boolean
}

/** Company Settings (2.6): which of them are fixed is the mode's business. */
export function CompanySettings({ deviceRegions, isFromLink }: CompanySettingsProps) {
  const { mode, draft } = useForm()
  const isReserved = mode === 'reservation'
  const isExisting = mode === 'update'
  return (
    <FormSection title={text('CompanySettings')} note={text('CompanySettingsNote')}>
      <Pair>
        {isReserved ? (
          <FixedValue label={text('CompanyName')}>
            <bdi className={styles.fixed}>{draft.companyName}</bdi>
          </FixedValue>
        ) : (
          <FormText of="companyName" checks={nameChecks} clean={oneLine} isProse />
        )}
        {isReserved || isExisting ? (
          <FixedValue label={text('SapCompanyId')}>
            <span className="mono">{draft.sapCompanyId}</span>
          </FixedValue>
        ) : (
          <FormText
            of="sapCompanyId"
            checks={sapCompanyIdChecks}
            clean={noSpaces}
            isMono
            showsErrors={isFromLink && draft.sapCompanyId !== ''}
          />
        )}
        {isReserved ? (
          <FixedValue label={text('SalesRegion')}>{draft.sapSalesRegion}</FixedValue>
        ) : (
          <FormSelect of="sapSalesRegion" options={salesRegions} />
        )}
        {isExisting ? (
          <FixedValue label={text('DeviceRegion')}>{sayDeviceRegion(draft.deviceRegion)}</FixedValue>
        ) : (
          <FormSelect of="deviceRegion" options={deviceRegions} />
        )}
      </Pair>
      <FormSet of="mnvOsInUse" options={mvnos} />
      <Pair isClose>
        <FormCheckbox of="servicePortalOnboarded" />
        <FormCheckbox of="makeRemotePortalReadOnly" />
        <FormCheckbox of="webconnectMobileEnabled" />
      </Pair>
      <h3 className={styles.subtitle}>{text('MobileAlertSettings')}</h3>
      <FormCheckbox of="usageMonitoringEnabled" />
      <Pair>
        <FormText
          of="warningThresholdPercent"
          type="number"
          unit={text('PercentUnit')}
          help={text('WarningHelp')}
          checks={warningChecks(draft)}
          clean={noSpaces}
        />
        <FormText
          of="alertThresholdPercent"
          type="number"
          unit={text('PercentUnit')}
          checks={alertChecks(draft)}
          clean={noSpaces}
        />
        <FormText
          of="usageAlertEmail"
          type="email"
          help={text('UsageAlertEmailHelp')}
          checks={emailChecks}
          clean={onlyVisible}
        />
        <FormSelect of="alertMethodology" options={alertMethodologies} />
        <FormSelect of="preferredLanguage" options={preferredLanguages} />
        <FormSet of="DeliveryTypes" options={words.deliveryTypes} />
      </Pair>
    </FormSection>
  )
}
