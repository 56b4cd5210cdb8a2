import {
  alertMethodologies,
  deliveryTypes,
  mvnos,
  NewCompany,
  preferredLanguages,
} from '@support-console/contract'
import type { z } from 'zod'
import type { settingNames } from '../../companies/index.ts'
import { oneOf, someOf, wholeNumber, yesOrNo } from './cells.ts'

const { alertThresholdPercent, warningThresholdPercent, usageAlertEmail } =
  NewCompany.shape.companyMobileAlertSettings.shape

/** A setting of a company that its file may name, under its name in the API. */
interface CompanySetting {
  name: string
  /** Its column in the database. */
  kept: keyof typeof settingNames
  /** Its type there. */
  type: 'boolean' | 'smallint' | 'text' | 'text[]'
  /** In SQL: what an empty cell means, and what a new company has where the file does not speak of it (9). */
  standard: string
  meaning: string
  schema: z.ZodType<unknown, string>
}

const flag = (name: string, kept: CompanySetting['kept'], standard: 'true' | 'false'): CompanySetting => ({
  name,
  kept,
  type: 'boolean',
  standard,
  meaning: `true or false; empty: ${standard}`,
  schema: yesOrNo,
})

export const companySettings: readonly CompanySetting[] = [
  {
    name: 'mnvOsInUse',
    kept: 'mnvos_in_use',
    type: 'text[]',
    standard: `'{${mvnos.join(',')}}'::text[]`,
    meaning: 'some of Aeris, Wyless and Verizon, separated by spaces, or none; empty: all three',
    schema: someOf(mvnos),
  },
  flag('servicePortalOnboarded', 'service_portal_onboarded', 'true'),
  flag('makeRemotePortalReadOnly', 'make_remote_portal_read_only', 'true'),
  flag('webconnectMobileEnabled', 'webconnect_mobile_enabled', 'false'),
  flag('useCiam', 'use_ciam', 'true'),
  flag('allowUploadofPanelInfo', 'allow_upload_of_panel_info', 'true'),
  flag('useConnectorService', 'use_connector_service', 'true'),
  flag('allowCBSAuthforClouldPanelConnections', 'allow_cbs_auth_for_cloud_panel_connections', 'true'),
  flag('usageMonitoringEnabled', 'usage_monitoring_enabled', 'false'),
  {
    name: 'alertThresholdPercent',
    kept: 'alert_threshold_percent',
    type: 'smallint',
    standard: '100',
    meaning: '1 to 100; empty: 100',
    schema: wholeNumber(alertThresholdPercent),
  },
  {
    name: 'warningThresholdPercent',
    kept: 'warning_threshold_percent',
    type: 'smallint',
    standard: '75',
    meaning: '1 to the alert threshold; empty: 75',
    schema: wholeNumber(warningThresholdPercent),
  },
  {
    name: 'alertMethodology',
    kept: 'alert_methodology',
    type: 'text',
    standard: `'OnceADay'`,
    meaning: 'OnceADay, EveryTime or OnceAMonth; empty: OnceADay',
    schema: oneOf(alertMethodologies),
  },
  {
    name: 'usageAlertEmail',
    kept: 'usage_alert_email',
    type: 'text',
    standard: `''`,
    meaning: 'e-mail address; empty: nobody is told',
    schema: usageAlertEmail,
  },
  {
    name: 'preferredLanguage',
    kept: 'preferred_language',
    type: 'text',
    standard: `'en-US'`,
    meaning: 'en-US or fr-CA; empty: en-US',
    schema: oneOf(preferredLanguages),
  },
  {
    name: 'deliveryTypes',
    kept: 'delivery_types',
    type: 'text[]',
    standard: `'{Email}'::text[]`,
    meaning: 'Email, SMS, both separated by a space, or none; empty: Email',
    schema: someOf(deliveryTypes),
  },
]
