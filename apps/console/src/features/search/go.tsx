import { addresses } from '@support-console/contract/addresses'
import { linesIn } from '@support-console/contract/line-list'
import { countLines } from '@support-console/contract/search.words'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { ApiError, api } from '../../api/index.ts'
import { ManyFailed } from '../../kit/many/index.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { LoadingMark } from '../../ui/loading-mark.tsx'
import { text } from './texts.ts'

/** An address that finds: it leads to the one thing that its text names, else to the page that shows what could be meant. */
export function Go() {
  const [asked] = useSearchParams()
  const lines = linesIn(asked.get('find') ?? '')
  const isOne = countLines(lines) === 1
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search-go', lines],
    queryFn: async ({ signal }) =>
      (await api('POST /search/v1/resolve', { body: { text: lines }, signal })).data.items,
    enabled: isOne,
    retry: false,
  })
  if (!isOne || data) {
    const hit = data?.length === 1 && data[0]?.outcome === 'found' ? data[0].hit : undefined
    // The way back leads past this page.
    return <Navigate replace to={hit?.path ?? addresses.searchMany()} state={hit ? null : { lines }} />
  }
  if (error && !isFetching)
    return (
      <ManyFailed>
        <Callout kind="error" title={text('NoAnswer')}>
          {error instanceof ApiError ? error.message : ''}
        </Callout>
        <Button onPress={() => void refetch()}>{text('LookUp')}</Button>
      </ManyFailed>
    )
  return <LoadingMark>{text('LookingUp')}</LoadingMark>
}
