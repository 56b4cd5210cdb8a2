import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CallBanner } from '../../ui/call-banner/call-banner.tsx'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'
import { Callout } from '../../ui/callout.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { showToast } from '../../ui/toast-store.ts'
import styles from '../gallery.module.css'

export const title = 'Messages'

export default function Messages() {
  const [call, setCall] = useState<BannerCall>({ status: 'initial' })
  return (
    <div className="stack gap-12 narrow">
      <Callout kind="success" isLive={false} onClose={() => undefined}>
        Operation Done.
      </Callout>
      <Callout kind="warning" isLive={false} onClose={() => undefined}>
        The network model is not Tier3 Standard.
      </Callout>
      <Callout kind="error" title="503 Service Unavailable" isLive={false} onClose={() => undefined}>
        AT&T did not answer. Nothing was changed. Try again in a minute.
      </Callout>
      <Callout kind="information" isLive={false} onClose={() => undefined}>
        A batch of 100 SIMs is still running.
      </Callout>
      <div className={`row wrap ${styles.row}`}>
        <Button
          onPress={() =>
            setCall({
              status: 'rejected',
              error: {
                kind: 'http',
                httpStatus: 503,
                statusText: 'Service Unavailable',
                message: 'AT&T did not answer.',
                transactionId: '79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff',
              },
            })
          }
        >
          Call fails
        </Button>
        <Button onPress={() => setCall({ status: 'rejected', error: { kind: 'network', message: '' } })}>
          No answer
        </Button>
        <Button
          onPress={() =>
            setCall({ status: 'fulfilled', answer: { status: 'Busy', message: '', data: 'Row 7 runs' } })
          }
        >
          Call warns
        </Button>
        <Button
          onPress={() =>
            setCall({ status: 'fulfilled', answer: { status: 'Success', message: '', data: null } })
          }
        >
          Call succeeds
        </Button>
        <Button onPress={() => showToast('ICCID copied')}>Toast</Button>
      </div>
      <CallBanner call={call} />
      <LoadingMark>Loading companies</LoadingMark>
    </div>
  )
}
