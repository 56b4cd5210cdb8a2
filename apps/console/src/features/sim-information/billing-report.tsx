import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError, download, newTransactionId, recordAction } from '../../api/index.ts'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'
import { DownloadIcon } from '../../ui/icons/controls.tsx'
import { Select } from '../../ui/select/select.tsx'
import styles from './sim-information.module.css'
import { text } from './texts.ts'

const years = ['2018', '2019', '2020', '2021'].map((year) => ({ value: year, label: year }))
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map(
  (label, i) => ({ value: String(i + 1), label }),
)
const defaults = { year: '2020', month: '8' } as const

/** The billing report of one month as a file (specification 2.5, D22): by the bearer header, named by the server. */
export function BillingReport() {
  const [address, setAddress] = useSearchParams()
  const [call, setCall] = useState<BannerCall>({ status: 'initial' })
  const chosen = (name: keyof typeof defaults, among: readonly { value: string }[]) => {
    const wanted = address.get(name)
    return among.some(({ value }) => value === wanted) ? (wanted as string) : defaults[name]
  }
  const year = chosen('year', years)
  const month = chosen('month', months)
  const choose = (name: keyof typeof defaults) => (value: string) => {
    setCall({ status: 'initial' })
    setAddress(
      (old) => {
        if (value === defaults[name]) old.delete(name)
        else old.set(name, value)
        return old
      },
      { replace: true },
    )
  }

  const save = async () => {
    setCall({ status: 'pending' })
    const transactionId = newTransactionId()
    recordAction(
      text('ScreenTitle'),
      text('ActionDownload', { month: `${year}-${month.padStart(2, '0')}` }),
      transactionId,
    )
    try {
      const { fileName } = await download('GET /siminformation/v1/downloadbillingreport/{year}/{month}', {
        params: { year: Number(year), month: Number(month) },
        transactionId,
        timeoutSeconds: 600,
      })
      const message = text('BillingReportSaved', { file: fileName })
      setCall({ status: 'fulfilled', answer: { status: 'Success', message } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setCall({ status: 'rejected', error })
    }
  }

  return (
    <section className={styles.billing} aria-labelledby="billing-report">
      <h2 id="billing-report" className={styles.billingTitle}>
        {text('BillingReport')}
      </h2>
      <Select
        className={styles.year}
        label={text('Year')}
        options={years}
        value={year}
        onChange={choose('year')}
      />
      <Select
        className={styles.month}
        label={text('Month')}
        options={months}
        value={month}
        onChange={choose('month')}
      />
      <Button
        look="quiet"
        className={styles.download}
        icon={<DownloadIcon />}
        isBusy={call.status === 'pending'}
        busyText={text('Downloading')}
        onPress={save}
      >
        {text('Download')}
      </Button>
      <div className={styles.billingOutcome}>
        <CallBanner call={call} />
      </div>
    </section>
  )
}
