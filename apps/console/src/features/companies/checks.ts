import { companySections, sapCompanyIdPattern, thresholds } from '@support-console/contract/companies.words'
import { bareEmail, emailPattern, longestEmail } from '@support-console/contract/email'
import { inAscii } from '@support-console/contract/pasted'
import { fields } from '../../texts/en-US/fields.ts'
import { textsOf } from '../../texts/text.ts'
import type { FieldChecks } from '../../ui/form/field-checks.ts'
import { type CompanyDraft, effective } from './draft.ts'
import { text } from './texts.ts'

const fieldText = textsOf(fields)

/** Counted as the contract counts: a character outside the basic plane is two. */
const notLonger =
  (most: number) =>
  (value: string): string | undefined =>
    value.trim().length > most ? fieldText('ErrorTooLong', { maximum: most }) : undefined

export const nameChecks: FieldChecks = {
  isRequired: true,
  check: notLonger(companySections.companyInfo.companyName.longest),
}

export const sapCompanyIdChecks: FieldChecks = {
  isRequired: true,
  pattern: sapCompanyIdPattern,
  title: text('SapCompanyIdForm'),
}

export const emailChecks: FieldChecks = { check: emailProblem }

/** 'Email is invalid' (5); no one is told where it is empty. */
export function emailProblem(typed: string): string | undefined {
  const email = bareEmail(typed)
  const isValid = email === '' || (email.length <= longestEmail && emailPattern.test(email))
  return isValid ? undefined : fieldText('InvalidEmailAddress')
}

/** No one needs thresholds while nothing is monitored; what is typed must be one all the same. */
export const alertChecks = ({ usageMonitoringEnabled }: CompanyDraft): FieldChecks => ({
  isRequired: usageMonitoringEnabled,
  type: 'number',
  pattern: /\d+/,
  title: text('WholeNumber'),
  minimum: thresholds.least,
  maximum: thresholds.most,
})

/** The warning comes below or with the alert (D26). */
export const warningChecks = (draft: CompanyDraft): FieldChecks => ({
  ...alertChecks(draft),
  check: (value) =>
    Number(value) > Number(effective(draft).alertThresholdPercent) ? text('WarningAboveAlert') : undefined,
})

export const vpnEndpointChecks: FieldChecks = {
  isRequired: true,
  pattern: /[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?/,
  title: text('VpnEndpointForm'),
  check: notLonger(companySections.networkModelSettings.vpnEndpoint.longest),
}

/** One line of text, as it is typed or pasted: tabs and line ends become spaces. */
export const oneLine = (typed: string): string => typed.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
/** What holds no white space: a paste's is dropped, and digits and signs are ASCII's (D47). */
export const noSpaces = (typed: string): string => inAscii(typed).replace(/\s/g, '')
/** The same of what has one space between its two parts. */
export const oneSpace = (typed: string): string => inAscii(typed).replace(/\s+/g, ' ').trimStart()
