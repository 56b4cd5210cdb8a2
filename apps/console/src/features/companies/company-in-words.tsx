import { useNews } from '../../api/news/use-news.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { Section } from '../../ui/section.tsx'
import { Unreadable } from './company-update.tsx'
import { draftOf, type FieldKey } from './draft.ts'
import { fields, sayField } from './fields.ts'
import { text } from './texts.ts'
import { useCompany } from './use-companies.ts'

const sections: readonly { title: string; keys: readonly FieldKey[] }[] = [
  {
    title: text('CompanySettings'),
    keys: [
      'companyName',
      'sapCompanyId',
      'sapSalesRegion',
      'deviceRegion',
      'mnvOsInUse',
      'servicePortalOnboarded',
      'makeRemotePortalReadOnly',
      'webconnectMobileEnabled',
    ],
  },
  {
    title: text('MobileAlertSettings'),
    keys: [
      'usageMonitoringEnabled',
      'warningThresholdPercent',
      'alertThresholdPercent',
      'usageAlertEmail',
      'alertMethodology',
      'preferredLanguage',
      'DeliveryTypes',
    ],
  },
  {
    title: text('RpsControlSettings'),
    keys: [
      'useCiam',
      'allowUploadofPanelInfo',
      'useConnectorService',
      'allowCBSAuthforClouldPanelConnections',
    ],
  },
  { title: text('NetworkModelSettings'), keys: ['networkModel', 'vpnEndpoint', 'subnets'] },
]

/** A company's settings in words, for its page; as they are by now. */
export function CompanyInWords({ companyId }: { readonly companyId: number }) {
  const { data, error, isFetching, tryAgain, reread } = useCompany(companyId)
  useNews('company', reread, (changed) => changed === String(companyId))
  if (!data && error)
    return (
      <Unreadable title={text('CompanyUnreadable')} error={error} isBusy={isFetching} onTryAgain={tryAgain} />
    )
  if (!data) return <LoadingMark>{text('LoadingCompany')}</LoadingMark>
  const draft = draftOf(data)
  return sections.map(({ title, keys }) => (
    <Section key={title} title={title}>
      <Facts
        facts={keys.map((key) => {
          const words = sayField(key, draft)
          return {
            label: fields[key].label,
            value:
              words === '' ? (
                <span className="quiet">{text('Empty')}</span>
              ) : (
                <bdi className={fields[key].isMono ? 'mono' : undefined}>{words}</bdi>
              ),
          }
        })}
      />
    </Section>
  ))
}
