import { fetchFile, useDownload } from '../../kit/download/index.ts'
import { type Days, sayDays, zoneQuery } from '../../kit/log-search/index.ts'
import { text } from './texts.ts'

/** The audit trail of some days as a file from the server (D19, D22); the dialog says itself what came of it. */
export function useExport() {
  const { run, ...download } = useDownload(text('ScreenTitle'), { hasToast: false })
  return {
    ...download,
    run: (days: Days) =>
      run(text('ActionExport', { days: sayDays({ days, isAllTime: false }) }), (asked) =>
        fetchFile('GET /useractiondetail/v1/export', {
          query: { sDate: days.from, eDate: days.to, ...zoneQuery() },
          ...asked,
        }),
      ),
  }
}
