import { billingYears } from '@support-console/contract/sim-information.words'
import {
  downloadText,
  ExportMenu,
  type Format,
  fetchFile,
  inFormat,
  useDownload,
} from '../../kit/download/index.ts'
import { inPlace, useAddress } from '../../kit/use-address.ts'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import { Select } from '../../ui/select/select.tsx'
import styles from './sim-information.module.css'
import { text } from './texts.ts'

const years = Array.from({ length: billingYears.last - billingYears.first + 1 }, (_, i) => {
  const year = String(billingYears.first + i)
  return { value: year, label: year }
})
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map(
  (label, i) => ({ value: String(i + 1), label }),
)
/** The columns of the report that hold numbers. */
const numbers = ['Year', 'Month', 'Bytes', 'Amount']
const defaults = { year: '2020', month: '8' } as const

/** The billing report of one month as a file (specification 2.5, D22): by the bearer header, named by the server. */
export function BillingReport() {
  const { address, put } = useAddress()
  const download = useDownload(text('ScreenTitle'), { hasToast: false })
  const chosen = (name: keyof typeof defaults, among: readonly { value: string }[]) => {
    const wanted = address.get(name)
    return among.some(({ value }) => value === wanted) ? (wanted as string) : defaults[name]
  }
  const year = chosen('year', years)
  const month = chosen('month', months)
  const choose = (name: keyof typeof defaults) => (value: string) => {
    download.reset()
    put({ [name]: value !== defaults[name] && value }, inPlace)
  }

  const save = (format: Format) =>
    void download.run(
      text('ActionDownload', { month: `${year}-${month.padStart(2, '0')}` }),
      async (asked) => {
        const file = await fetchFile('GET /siminformation/v1/downloadbillingreport/{year}/{month}', {
          params: { year: Number(year), month: Number(month) },
          ...asked,
        })
        return inFormat(file, format, numbers)
      },
    )
  const { state } = download

  return (
    <section className={`stack tops gap-8 ${styles.billing}`} aria-labelledby="billing-report">
      <h2 id="billing-report" className={styles.billingTitle}>
        {text('BillingReport')}
      </h2>
      <Select label={text('Year')} options={years} value={year} onChange={choose('year')} />
      <Select label={text('Month')} options={months} value={month} onChange={choose('month')} />
      <div className={`beside-field ${styles.download}`}>
        <ExportMenu size="field" onDownload={save} isBusy={download.isRunning} />
      </div>
      <div className={styles.billingOutcome}>
        <CallBanner
          call={
            state.at === 'saved'
              ? {
                  status: 'fulfilled',
                  answer: { status: 'Success', message: downloadText('Saved', { file: state.fileName }) },
                }
              : download.call
          }
        />
      </div>
    </section>
  )
}
