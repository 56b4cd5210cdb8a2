import { type Format, fetchFile, inFormat, useDownload } from '../../kit/download/index.ts'
import { idList, idsSaid } from './id-list.ts'
import { kindNames, type Search } from './search.ts'
import { text } from './texts.ts'

/** The panels of a search as a file from the server (2.8, D22, D35): all of them. */
export function useExport({ by, ids }: Search) {
  const { call, isRunning, run } = useDownload(text('ScreenTitle'))
  const save = (format: Format) =>
    run(text('ActionDownload', { kind: kindNames[by], ids: idsSaid(ids) }), async (asked) => {
      const file = await fetchFile('GET /panelmanagement/v1/export/{ids}', {
        params: { ids: idList(ids) },
        query: { queryType: by },
        ...asked,
      })
      return inFormat(file, format)
    })
  return { call, isRunning, save }
}
