import { useState } from 'react'
import { ApiError, download, newTransactionId, recordAction } from '../../api/index.ts'
import type { BannerCall } from '../../ui/call-banner/call-message.ts'
import { showToast } from '../../ui/toast-store.ts'
import { idList, idsSaid } from './id-list.ts'
import { kindNames, type Search } from './search.ts'
import { text } from './texts.ts'

/** Ten thousand panels take their time. */
const LONGEST_SECONDS = 300

/** The panels of a search as a file from the server (2.8, D22): all of them, by the bearer header. */
export function useExport({ by, ids }: Search) {
  const [call, setCall] = useState<BannerCall>({ status: 'initial' })
  const save = async () => {
    setCall({ status: 'pending' })
    const transactionId = newTransactionId()
    recordAction(
      text('ScreenTitle'),
      text('ActionDownload', { kind: kindNames[by], ids: idsSaid(ids) }),
      transactionId,
    )
    try {
      const { fileName } = await download('GET /panelmanagement/v1/export/{ids}', {
        params: { ids: idList(ids) },
        query: { queryType: by },
        transactionId,
        timeoutSeconds: LONGEST_SECONDS,
      })
      setCall({ status: 'initial' })
      showToast(text('Saved', { file: fileName }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setCall({ status: 'rejected', error })
    }
  }
  return { call, save }
}
